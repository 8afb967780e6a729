/** Encodings of the Encoding Standard whose characters have one or two bytes, and more in some of them. */
const doubleByte: readonly string[] = ["shift_jis", "euc-jp", "gb18030", "gbk", "big5", "euc-kr"];

/** Returns whether a canonical label is of such an encoding. */
export const isDoubleByte = (label: string): boolean => doubleByte.includes(label);

/** Bytes by character, as one number. */
export type DoubleByteTable = ReadonlyMap<number, number>;

const tables = new Map<string, DoubleByteTable>();

/**
 * Returns the bytes of each character that has at most two, by inverting the decoder. Of several sequences for one
 * character it is the one that the Encoding Standard writes.
 */
export function doubleByteTable(label: string): DoubleByteTable {
  const known = tables.get(label);
  if (known) return known;
  const bytes: number[] = [];
  for (let lead = 0x80; lead <= 0xff; lead++) {
    bytes.push(lead, 10);
    for (let trail = 0x30; trail <= 0xfe; trail++) bytes.push(lead, trail, 10);
  }
  const table = new Map<number, number>();
  let at = 0;
  // One call: a decoder has a cost for each.
  for (const character of new TextDecoder(label).decode(Uint8Array.from(bytes)).split("\n")) {
    const size = bytes[at + 1] === 10 ? 1 : 2;
    const lead = bytes[at] ?? 0;
    const sequence = size === 1 ? lead : lead * 256 + (bytes[at + 1] ?? 0);
    at += size + 1;
    const unit = character.charCodeAt(0);
    if (character.length !== 1 || unit < 0x80 || unit === 0xfffd || isExtension(label, lead)) continue;
    if (!table.has(unit)) table.set(unit, sequence);
  }
  tables.set(label, table);
  return table;
}

/** Rows that are read and not written: duplicates of NEC in Shift JIS, of Hong Kong in Big5. */
const isExtension = (label: string, lead: number): boolean =>
  (label === "shift_jis" && (lead === 0xed || lead === 0xee)) || (label === "big5" && lead < 0xa1);
