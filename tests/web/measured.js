// Everything that can be measured on a page, in one reading.
(spots) => {
  const found = [];
  const root = document.documentElement;
  const words = (node) => (node.getAttribute?.("aria-label") ?? node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
  const up = function* (at) {
    for (; at && at !== document.body; at = at.parentElement) yield at;
  };
  const style = new Map();
  const styled = (node) => {
    if (!style.has(node)) style.set(node, getComputedStyle(node));
    return style.get(node);
  };
  const apart = ".heard, .skip, [hidden], template";
  const seen = (node) => node.getClientRects().length > 0 && styled(node).visibility !== "hidden" && !node.closest(apart);
  const scrolls = (node) => /auto|scroll/.test(styled(node).overflowX + styled(node).overflowY);
  const hides = (node) => /hidden|clip/.test(styled(node).overflowX + styled(node).overflowY);
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const clipped = (node) => {
    const [x, y] = middle(node);
    return [...up(node)].some((at) => {
      if (at === node || !hides(at)) return false;
      const frame = at.getBoundingClientRect();
      return x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
    });
  };

  if (root.scrollWidth > innerWidth + 1) found.push(`wider than the screen: ${root.scrollWidth}`);

  // A target's size is what a finger meets: points around its middle are tried, so that room made by padding or by a frame that is
  // not seen counts, and room that a neighbour takes does not.
  const kept = [...document.querySelectorAll("*")].filter((node) => node.scrollTop || node.scrollLeft);
  const places = kept.map((node) => [node, node.scrollLeft, node.scrollTop]);
  const near = (x, y) => document.elementFromPoint(x, y);
  const meets = (node, at) => at && (node.contains(at) || at.closest("label")?.control === node);
  const reach = (node, x, y, dx, dy) => {
    let far = 0;
    while (far < 24 && meets(node, near(x + dx * (far + 1), y + dy * (far + 1)))) far += 1;
    return far;
  };
  const sentence = (node) => styled(node).display === "inline" && node.parentElement.textContent.trim() !== node.textContent.trim();
  const able = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=radio]";
  const moved = new Set();
  for (const node of document.querySelectorAll(able)) {
    if (!seen(node) || node.disabled || sentence(node) || clipped(node)) continue;
    for (const at of up(node)) {
      if (!scrolls(at) || at === node) continue;
      moved.add(at);
      at.scrollTop += middle(node)[1] - (at.getBoundingClientRect().top + at.clientHeight / 2);
    }
    if (![...up(node)].some((at) => styled(at).position === "fixed")) scrollBy(0, middle(node)[1] - innerHeight / 2);
    const [x, y] = middle(node);
    const at = near(x, y);
    if (!meets(node, at) && !at?.contains(node)) {
      if (!node.matches(spots)) found.push(`covered: ${words(node)} by ${at ? `${at.tagName} ${words(at)}` : "the edge"}`);
      continue;
    }
    const wide = reach(node, x, y, 1, 0) + reach(node, x, y, -1, 0) + 1;
    const high = reach(node, x, y, 0, 1) + reach(node, x, y, 0, -1) + 1;
    const small = wide < 43 || high < 43;
    if (small && !node.matches(spots)) found.push(`small, ${wide} x ${high}: ${node.tagName.toLowerCase()} ${words(node)}`);
  }
  for (const node of moved) node.scrollTop = 0;
  scrollTo(0, 0);
  for (const [node, left, top] of places) node.scrollTo(left, top);

  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !seen(parent) || parent.closest("script, style, option, title")) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const layer = [...up(parent)].find((at) => ["fixed", "sticky", "absolute"].includes(styled(at).position));
    const svg = parent.closest("svg");
    let size = parseFloat(styled(parent).fontSize);
    if (svg && parent.getScreenCTM) size *= Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      texts.push({ node: walk.currentNode, parent, box, layer, svg, size, said: walk.currentNode.data.trim().slice(0, 30) });
    }
  }
  const small = new Map(texts.filter((each) => each.size < 11.6).map((each) => [each.said, each.size.toFixed(1)]));
  if (small.size) found.push(`small print, ${small.size}: ${[...small].slice(0, 5).map((pair) => pair.join(" ")).join(" | ")}`);
  const gone = new Set();
  for (const each of texts) {
    for (const at of up(each.parent)) {
      if (scrolls(at)) break;
      if (!hides(at) && at !== each.svg) continue;
      const [frame, box] = [at.getBoundingClientRect(), each.box];
      const away = box.left >= frame.right - 1 || box.top >= frame.bottom - 1 || box.right <= frame.left || box.bottom <= frame.top;
      const over = Math.max(box.top < frame.top ? frame.top - box.top : 0, box.bottom - frame.bottom) - box.height * 0.3;
      const cut = Math.max(frame.left - box.left, box.right - frame.right, over);
      if (away) gone.add(each);
      else if (cut > 1.5) found.push(`cut off by ${cut.toFixed(0)}: ${each.said}`);
      if (away || cut > 1.5 || at === each.svg) break;
    }
  }
  const shown = texts.filter((each) => !gone.has(each)).sort((a, b) => a.box.top - b.box.top);
  shown.forEach((a, i) => {
    for (const b of shown.slice(i + 1)) {
      if (b.box.top >= a.box.bottom) break;
      if (a.node === b.node || a.layer !== b.layer) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      const least = Math.min(a.box.height, b.box.height);
      if (wide > 2 && high > least * 0.45) found.push(`over each other: ${a.said} / ${b.said}`);
    }
  });
  return [...new Set(found)];
}
