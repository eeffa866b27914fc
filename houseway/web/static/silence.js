// Silence: a line may be open and yet nobody be there. After four quiet seconds the house is asked for its newest word, after ten
// the line is given up; and a screen without news says so until it has caught up.

const ASK = 4000;
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
    } else if (silent > ASK && socket.readyState === WebSocket.OPEN) socket.send("?");
  }, 1000);
}

// Without waiting for the other end to agree: it may never do so.
export function giveUp(socket) {
  socket.onmessage = socket.onclose = null;
  socket.close();
}

let notice = null;
export function lineLost(lost) {
  if (lost && !notice) {
    notice = Object.assign(document.createElement("p"), { className: "line-lost", textContent: "No news from the house: what you see may be old. Trying again." });
    notice.setAttribute("role", "status");
    document.body.append(notice);
  } else if (!lost && notice) {
    notice.remove();
    notice = null;
  }
}
