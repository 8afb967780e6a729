/** Characters that are made of one list of arguments. */
const chunk = 8_192;

/** Returns UTF-16 as text, its mark and lone surrogates included; null for half a unit at the end. */
export function decodeUtf16(bytes: Uint8Array, isLittle: boolean): string | null {
  if (bytes.length % 2 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let from = 0; from < bytes.length; from += chunk) {
    const units = new Uint16Array(Math.min(chunk, bytes.length - from) / 2);
    for (let i = 0; i < units.length; i++) units[i] = view.getUint16(from + i * 2, isLittle);
    text += String.fromCharCode(...units);
  }
  return text;
}

/** Returns a text as UTF-16, as it is. */
export function encodeUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}
