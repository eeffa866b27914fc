// Silence: a line may be open and yet nobody be there. After a quiet beat the house is asked for its newest word; after two without
// an answer the screen says so, and takes away what may no longer be so, until it has caught up; after ten seconds the line is
// given up for another.

const BEAT = 3000;
const GIVE_UP = 10_000;

export function mindSilence(socket, gone) {
  let heard = performance.now();
  socket.addEventListener("message", () => (heard = performance.now()));
  const timer = setInterval(() => {
    if (socket.readyState === WebSocket.CLOSING || socket.readyState === WebSocket.CLOSED) return clearInterval(timer);
    const silent = performance.now() - heard;
    if (silent > GIVE_UP) {
      clearInterval(timer);
      giveUp(socket);
      gone();
    } else if (silent > BEAT && socket.readyState === WebSocket.OPEN) {
      socket.send("?");
      if (silent > 2 * BEAT) lineLost(true);
    }
  }, 1000);
}

// Without waiting for the other end to agree: it may never do so.
export function giveUp(socket) {
  socket.onmessage = socket.onclose = null;
  socket.close();
}

// What the house said last may not be so any more: phases, rings and what could be pressed are taken off the screen (see .no-line).
let notice = null;
export function lineLost(lost) {
  document.documentElement.classList.toggle("no-line", lost);
  if (lost && !notice) {
    notice = Object.assign(document.createElement("p"), { className: "line-lost", textContent: "No news from the house. What you see may be old; trying again." });
    notice.setAttribute("role", "status");
    document.body.append(notice);
  } else if (!lost && notice) {
    notice.remove();
    notice = null;
  }
}
