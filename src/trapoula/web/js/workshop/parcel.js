/** A program compressed for a link. */

export const LONGEST = 100_000; // characters of a program

/** @param {string} text @returns {Promise<string>} */
export async function wrap(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The program of a link; null if it cannot be read. @param {string} letters @returns {Promise<string | null>} */
export async function unwrap(letters) {
  try {
    const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    let text = "";
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value = "" } = await reader.read();
      text += value;
      if (text.length > LONGEST) {
        void reader.cancel(); // a small link can unpack to a huge text
        return null;
      }
      if (done) return text;
    }
  } catch {
    return null;
  }
}

/** The program in an address. @param {string} hash @returns {Promise<string | null>} */
export async function carried(hash) {
  const [, letters] = /^#code=([\w-]+)$/.exec(hash) ?? [];
  return letters ? unwrap(letters) : null;
}
