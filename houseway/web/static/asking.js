// A question to the house that has no effect: asked again until an answer comes, however the line fares.
const LONGEST = 8000; // milliseconds for one try

export async function answerTo(path, doc, wanted = () => true) {
  for (let tries = 0; wanted(); tries += 1) {
    try {
      const response = await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(doc), signal: AbortSignal.timeout(LONGEST),
      });
      return { ok: response.ok, ...(await response.json()) };
    } catch {
      await new Promise((done) => setTimeout(done, Math.min(4000, 400 * 2 ** tries)));
    }
  }
  return null;
}
