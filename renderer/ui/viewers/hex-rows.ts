/** Bytes of a row. */
export const rowBytes = 16;

/** A row of a hex dump. */
export interface HexRow {
  readonly offset: string;
  /** Two digits a byte, in two groups of eight. */
  readonly hex: string;
  /** Printable characters of the bytes; a dot for the rest. */
  readonly text: string;
}

export function hexRow(bytes: Uint8Array, row: number): HexRow {
  const start = row * rowBytes;
  const part = bytes.subarray(start, start + rowBytes);
  const pairs = [...part].map((byte) => byte.toString(16).padStart(2, "0"));
  return {
    offset: start.toString(16).padStart(8, "0"),
    hex: `${pairs.slice(0, 8).join(" ")}  ${pairs.slice(8).join(" ")}`.trimEnd(),
    text: [...part].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join(""),
  };
}

/** Returns the row of an offset such as `1f0` or `0x1F0`, or of decimal `496d`; null for one outside of the file. */
export function rowOfOffset(text: string, size: number): number | null {
  const decimal = /^(\d+)d$/.exec(text.trim())?.[1];
  const hex = /^(?:0x)?([0-9a-f]+)$/i.exec(text.trim())?.[1];
  const offset = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
  return offset >= 0 && offset < size ? Math.floor(offset / rowBytes) : null;
}
