/** Files for the visitor: handing them over, and writing into them where they come from. */

/**
 * Hand a file to the browser, which saves it.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * The text of an SVG file with the facts as its metadata.
 * @param {string} text
 * @param {Record<string, string>} facts
 */
export function svgWithFacts(text, facts) {
  const whole = new DOMParser().parseFromString(text, "image/svg+xml");
  const metadata = whole.createElementNS("http://www.w3.org/2000/svg", "metadata");
  metadata.textContent = JSON.stringify(facts);
  whole.documentElement.prepend(metadata);
  return new XMLSerializer().serializeToString(whole);
}

/**
 * The bytes of a PNG file with the facts as international text chunks, behind its header.
 * @param {Uint8Array} bytes
 * @param {Record<string, string>} facts
 */
export function pngWithFacts(bytes, facts) {
  const header = 8 + 25; // signature and IHDR
  const chunks = Object.entries(facts).map(([name, text]) =>
    chunk("iTXt", new TextEncoder().encode(`${name}\0\0\0\0\0${text}`)),
  );
  return joined([bytes.subarray(0, header), ...chunks, bytes.subarray(header)]);
}

/**
 * All parts in one, in their order.
 * @param {Uint8Array[]} parts
 */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Length, type, data and checksum, as PNG (section 5.3) has them.
 * @param {string} type
 * @param {Uint8Array} data
 */
function chunk(type, data) {
  const whole = new Uint8Array(12 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.length, crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
