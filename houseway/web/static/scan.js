// Scan: a code is read by the camera, where the browser can; a wedge scanner types it like a keyboard and needs nothing of this.

export const canScan = () => "BarcodeDetector" in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);

// What the camera reads, once; null if somebody gives up or there is no camera.
export async function scan() {
  if (!canScan()) return null;
  const box = document.createElement("dialog");
  box.className = "scan";
  box.innerHTML = '<video playsinline muted></video><p>Hold the code before the camera.</p><button type="button">Give up</button>';
  const video = box.querySelector("video");
  document.body.append(box);
  box.showModal();
  let stream = null;
  let over = false;
  box.querySelector("button").onclick = () => (over = true);
  box.oncancel = () => (over = true);
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    video.srcObject = stream;
    await video.play();
    const reader = new BarcodeDetector({ formats: ["qr_code"] });
    while (!over) {
      const [found] = await reader.detect(video);
      if (found?.rawValue) return found.rawValue;
      await new Promise((done) => setTimeout(done, 120));
    }
    return null;
  } catch {
    return null;
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
    box.remove();
  }
}

// What a code on a paper of the house says: which kind, and its number and serial; null for anything else.
export function readCode(text) {
  const found = /^(?:keno:(ticket|voucher|claim):)?(\d+-[\d -]{16,24})$/.exec(text.trim());
  return found ? { kind: found[1] ?? "ticket", code: found[2] } : null;
}
