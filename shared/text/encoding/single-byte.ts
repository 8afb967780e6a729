/** The characters of a single-byte encoding by byte, and its bytes by character. */
export interface SingleByteTable {
  readonly characters: string;
  readonly bytes: ReadonlyMap<number, number>;
}

const tables = new Map<string, SingleByteTable>();

/** Returns the table of an encoding that has one byte for each character; a byte without one is U+DC00 plus its number. */
export function singleByteTable(label: string): SingleByteTable {
  const known = tables.get(label);
  if (known) return known;
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  const units = Array.from({ length: 256 }, (_, byte) => {
    const unit = decoder.decode(Uint8Array.of(byte)).charCodeAt(0);
    return unit === 0xfffd ? 0xdc00 + byte : unit;
  });
  const table = {
    characters: String.fromCharCode(...units),
    bytes: new Map(units.map((unit, byte) => [unit, byte])),
  };
  tables.set(label, table);
  return table;
}

/** Characters that are made of one list of arguments. */
const chunk = 8_192;

/** Returns the characters of bytes. */
export function decodeSingleByte(bytes: Uint8Array, { characters }: SingleByteTable): string {
  const units = Uint16Array.from(characters, (character) => character.charCodeAt(0));
  let text = "";
  for (let from = 0; from < bytes.length; from += chunk) {
    const part = Uint16Array.from(bytes.subarray(from, from + chunk), (byte) => units[byte] ?? byte);
    text += String.fromCharCode(...part);
  }
  return text;
}
