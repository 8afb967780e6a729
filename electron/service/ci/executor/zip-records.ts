/** A file of an archive; `size`, `compressedSize` and `crc32` are known once its content is written. */
export interface ZipEntry {
  readonly name: Buffer;
  readonly mode: number;
  readonly mtime: Date;
  /** Position of its local header. */
  readonly offset: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly crc32: number;
}

/** Greatest values of fields with four and two bytes; they mean that the value is in a field of eight. */
const max32 = 0xffff_ffff;
const max16 = 0xffff;
/** Bytes from which a file is written with fields of eight bytes; deflate may make it a little longer. */
const largeBytes = 0xf000_0000;
const deflated = 8;
/** The sizes follow the content, and the name is UTF-8. */
const flags = 0x0808;
/** Version 6.3, made on Unix. */
const madeBy = 0x033f;

const isLarge = ({ size }: Pick<ZipEntry, "size">): boolean => size >= largeBytes;
const versionFor = (zip64: boolean): number => (zip64 ? 45 : 20);

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Returns fields one after the other, little-endian. */
function pack(...fields: readonly Field[]): Buffer {
  const packed = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) packed.writeBigUInt64LE(BigInt(value), at);
    else packed.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return packed;
}

/** Returns a time as MS-DOS writes it: from 1980 to 2107, in local time and steps of two seconds. */
function dosTime(date: Date): readonly Field[] {
  const year = Math.min(Math.max(date.getFullYear(), 1980), 2107);
  return [
    [2, (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)],
    [2, ((year - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()],
  ];
}

/** Returns the extra field with the exact second in UTC. */
function timestamp(date: Date): Buffer {
  const seconds = Math.min(Math.max(Math.floor(date.getTime() / 1000), 0), 0x7fff_ffff);
  return Buffer.concat([pack([2, 0x5455], [2, 5]), Buffer.of(1), pack([4, seconds])]);
}

const zip64Extra = (...values: readonly number[]): Buffer =>
  pack([2, 1], [2, values.length * 8], ...values.map((value): Field => [8, value]));

/** Returns what precedes the content of a file. */
export function localHeader(entry: Pick<ZipEntry, "name" | "mtime" | "size">): Buffer {
  const { name, mtime } = entry;
  const zip64 = isLarge(entry);
  const extra = zip64 ? [timestamp(mtime), zip64Extra(0, 0)] : [timestamp(mtime)];
  const sizes = zip64 ? max32 : 0;
  const header = pack(
    [4, 0x04034b50],
    [2, versionFor(zip64)],
    [2, flags],
    [2, deflated],
    ...dosTime(mtime),
    [4, 0],
    [4, sizes],
    [4, sizes],
    [2, name.length],
    [2, lengthOf(extra)],
  );
  return Buffer.concat([header, name, ...extra]);
}

/** Returns what follows the content of a file. */
export function dataDescriptor(entry: ZipEntry): Buffer {
  const bytes = isLarge(entry) ? 8 : 4;
  return pack([4, 0x08074b50], [4, entry.crc32], [bytes, entry.compressedSize], [bytes, entry.size]);
}

/** Returns a file's record in the index at the end of an archive. */
export function indexRecord(entry: ZipEntry): Buffer {
  const { name, mode, mtime, offset, size, compressedSize, crc32 } = entry;
  const zip64 = isLarge(entry) || offset >= max32;
  const extra = zip64 ? [timestamp(mtime), zip64Extra(size, compressedSize, offset)] : [timestamp(mtime)];
  const header = pack(
    [4, 0x02014b50],
    [2, madeBy],
    [2, versionFor(zip64)],
    [2, flags],
    [2, deflated],
    ...dosTime(mtime),
    [4, crc32],
    [4, zip64 ? max32 : compressedSize],
    [4, zip64 ? max32 : size],
    [2, name.length],
    [2, lengthOf(extra)],
    // Comment, disk, internal attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, mode],
    [4, zip64 ? max32 : offset],
  );
  return Buffer.concat([header, name, ...extra]);
}

/** Returns the end of an archive, after its index. */
export function endRecord(count: number, indexOffset: number, indexSize: number): Buffer {
  const zip64 = count >= max16 || indexOffset >= max32 || indexSize >= max32;
  const end = pack(
    [4, 0x06054b50],
    [4, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(indexSize, max32)],
    [4, Math.min(indexOffset, max32)],
    [2, 0],
  );
  if (!zip64) return end;
  const large = pack(
    [4, 0x06064b50],
    [8, 44],
    [2, madeBy],
    [2, versionFor(true)],
    [8, 0],
    [8, count],
    [8, count],
    [8, indexSize],
    [8, indexOffset],
  );
  const locator = pack([4, 0x07064b50], [4, 0], [8, indexOffset + indexSize], [4, 1]);
  return Buffer.concat([large, locator, end]);
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);
