import { createSha256 } from "./sha256.ts";

/** A file of an archive, or one that was only hashed. */
export interface HashedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** Bytes or text in the order in which they are read. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | AsyncIterable<Uint8Array<ArrayBuffer>>;

/** An archive that is written file by file. */
export interface ZipWriter {
  /** Adds a file. Throws RangeError where the archive gets larger than {@link maxZipBytes}. */
  add(path: string, content: FileContent): Promise<HashedFile>;
  /** Bytes so far. */
  readonly size: number;
  /** Returns the archive. */
  finish(): Blob;
}

/** Bytes of an archive without the extension for larger ones. */
const maxZipBytes = 0xffff_ffff - 1024 * 1024;

const maxFiles = 0xffff - 1;
/** 1 January 1980, 0:00, the first time that an archive can have: equal contents make equal bytes. */
const dosDate = (1 << 5) | 1;
/** Names are UTF-8. */
const utf8Flag = 0x0800;
/** A regular file that its owner may write, made on Unix. */
const attributes = 0o100644 * 0x10000;

interface Entry extends HashedFile {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly crc: number;
  readonly offset: number;
}

/**
 * Starts an archive whose files are stored as they are: no compression differs between two versions of a browser. Its parts
 * are Blobs, which a browser keeps on disk where they are many.
 */
export function createZip(maxBytes = maxZipBytes): ZipWriter {
  const parts: Blob[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  return {
    get size() {
      return offset;
    },
    async add(path, content) {
      if (entries.length >= maxFiles)
        throw new RangeError("The evidence has too many files for one archive.");
      const kept: Blob[] = [];
      const room = maxBytes - offset;
      const { size, sha256, crc } = await readContent(content, (bytes, sizeSoFar) => {
        if (sizeSoFar > room) throw new RangeError("The evidence is larger than 4 GB. Leave out artifacts.");
        kept.push(new Blob([bytes]));
      });
      const name = new TextEncoder().encode(path);
      const entry = { path, name, size, sha256, crc, offset };
      const head = localHeader(entry);
      parts.push(new Blob([head]), ...kept);
      offset += head.length + size;
      entries.push(entry);
      return { path, size, sha256 };
    },
    finish() {
      const index = entries.map(centralHeader);
      const indexSize = index.reduce((sum, { length }) => sum + length, 0);
      return new Blob([...parts, ...index, endOf(entries.length, indexSize, offset)], {
        type: "application/zip",
      });
    },
  };
}

/** Returns size and hash of a content that is not kept. */
export async function hashContent(path: string, content: FileContent): Promise<HashedFile> {
  const { size, sha256 } = await readContent(content, () => {});
  return { path, size, sha256 };
}

async function readContent(
  content: FileContent,
  onBytes: (bytes: Uint8Array<ArrayBuffer>, size: number) => void,
): Promise<{ readonly size: number; readonly sha256: string; readonly crc: number }> {
  const hash = createSha256();
  let crc = 0xffff_ffff;
  let size = 0;
  for await (const bytes of chunksOf(content)) {
    size += bytes.length;
    onBytes(bytes, size);
    hash.update(bytes);
    crc = crcOf(crc, bytes);
  }
  return { size, sha256: hash.hex(), crc: ~crc >>> 0 };
}

async function* chunksOf(content: FileContent): AsyncIterable<Uint8Array<ArrayBuffer>> {
  if (typeof content === "string") yield new TextEncoder().encode(content);
  else if (content instanceof Uint8Array) yield content;
  else if (content instanceof Blob) yield* streamOf(content.stream());
  else yield* content;
}

/** Yields the chunks of a stream; not every browser iterates over one. */
export async function* streamOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(before: number, bytes: Uint8Array): number {
  let crc = before;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return crc;
}

/** Returns numbers as the bytes of a header, each of 2 or 4 bytes, least first. */
function header(
  fields: readonly (readonly [value: number, bytes: 2 | 4])[],
  name: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const size = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const out = new Uint8Array(size + name.length);
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  out.set(name, size);
  return out;
}

const nothing = new Uint8Array(0);

/** Fields that the header before a file and the one in the index share: version, flags, method, time, hash, sizes, lengths. */
const shared = ({ crc, size, name }: Entry): (readonly [number, 2 | 4])[] => [
  ...([
    [20, 2],
    [utf8Flag, 2],
    [0, 2],
    [0, 2],
    [dosDate, 2],
  ] as const),
  ...([
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
  ] as const),
];

const localHeader = (entry: Entry): Uint8Array<ArrayBuffer> =>
  header([[0x0403_4b50, 4], ...shared(entry)], entry.name);

const centralHeader = (entry: Entry): Uint8Array<ArrayBuffer> =>
  header(
    [
      ...([
        [0x0201_4b50, 4],
        [(3 << 8) | 20, 2],
      ] as const),
      ...shared(entry),
      ...([
        [0, 2],
        [0, 2],
        [0, 2],
        [attributes, 4],
        [entry.offset, 4],
      ] as const),
    ],
    entry.name,
  );

const endOf = (count: number, size: number, offset: number): Uint8Array<ArrayBuffer> =>
  header(
    [
      [0x0605_4b50, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
      [size, 4],
      [offset, 4],
      [0, 2],
    ],
    nothing,
  );
