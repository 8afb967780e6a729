import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  open,
  RandomAccessReader,
  type ZipFile,
} from "yauzl";
import { BadArchive } from "../../../shared/ci/bad-archive.ts";
import type { ArchiveEntry, ArchiveListing, EntryRefusal } from "../../../shared/host/artifacts.ts";

/** Entries that are listed; the rest are counted. */
const maxListed = 100_000;
/** Bytes of an index that are read. */
const maxIndexBytes = 64 * 1024 * 1024;
/** Maximum ratio of unpacked to packed bytes of an entry above one megabyte. */
const maxRatio = 1_000;

/** Names are checked here, so that one hostile name hides none of the others. */
const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };

/** Lists an archive of `size` bytes of which ranges can be read. Throws {@link BadArchive} or what `readRange` throws. */
export async function listRemoteArchive(size: number, readRange: ReadRange): Promise<ArchiveListing> {
  let failure: unknown;
  const reader = new RangeReader(
    (start, end) =>
      readRange(start, end).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
    size,
    maxIndexBytes,
  );
  try {
    return await listEntries(await fromRandomAccessReaderPromise(reader, size, options), size);
  } catch (error) {
    throw failure ?? toBadArchive(error);
  }
}

/** Lists an archive on disk. Throws {@link BadArchive}. */
export async function listArchiveFile(path: string, size: number): Promise<ArchiveListing> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    open(path, options, (error, opened) => (error ? reject(toBadArchive(error)) : resolve(opened)));
  });
  try {
    return await listEntries(zip, size);
  } catch (error) {
    throw toBadArchive(error);
  } finally {
    zip.close();
  }
}

const toBadArchive = (error: unknown): BadArchive =>
  error instanceof BadArchive
    ? error
    : new BadArchive(error instanceof Error ? error.message : String(error));

async function listEntries(zip: ZipFile, size: number): Promise<ArchiveListing> {
  const entries: ArchiveEntry[] = [];
  const names = new Set<string>();
  let packed = 0;
  while (entries.length < maxListed) {
    const entry = await nextEntry(zip);
    if (!entry) break;
    packed += entry.compressedSize;
    // Bombs share the same packed bytes among many entries.
    if (packed > size) throw new BadArchive("its files overlap");
    const path = nameOf(entry);
    entries.push({ path, size: entry.uncompressedSize, refusal: refusalOf(entry, path, names) });
    names.add(path);
  }
  return { size, entries, total: Math.max(zip.entryCount, entries.length) };
}

/** Returns the next entry of an archive's index, null at its end. */
function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      zip.removeAllListeners();
      act();
    };
    zip.once("error", (error: Error) => settle(() => reject(error)));
    zip.once("end", () => settle(() => resolve(null)));
    zip.once("entry", (entry: Entry) => settle(() => resolve(entry)));
    zip.readEntry();
  });
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);

/** Mode bits of a Unix entry that show its type, and those of a symbolic link. */
const typeMask = 0o170000;
const linkType = 0o120000;
/** Compression methods that every service can unpack: stored and deflated. */
const knownMethods = new Set([0, 8]);

function refusalOf(entry: Entry, path: string, names: ReadonlySet<string>): EntryRefusal | null {
  if (!isSafeName(path)) return "unsafe_name";
  if (names.has(path)) return "duplicate";
  if (entry.isEncrypted()) return "encrypted";
  if (((entry.externalFileAttributes >>> 16) & typeMask) === linkType) return "link";
  if (!knownMethods.has(entry.compressionMethod)) return "unknown_compression";
  const { uncompressedSize, compressedSize } = entry;
  const isTight = uncompressedSize > 1024 ** 2 && uncompressedSize / compressedSize > maxRatio;
  return isTight ? "packed_too_tightly" : null;
}

/** Length beyond which no system has a path; its folders would be nested as deep. */
const maxPathLength = 4096;

/** Returns whether a name is a plain path below the archive's root; a folder's has one slash at its end. */
function isSafeName(path: string): boolean {
  if (path.length > maxPathLength) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are what is looked for
  if (/[\\\u0000-\u001f\u007f]/.test(path) || /^[a-z]:/i.test(path)) return false;
  return path
    .replace(/\/$/, "")
    .split("/")
    .every((part) => !/^\.{0,2}$/.test(part));
}

/** Returns the bytes from `start` to `end` (exclusive) of a file. */
type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** Bytes that are requested at once: an index is read front to back in small steps. */
const blockBytes = 256 * 1024;

/** Reads a file at random offsets in blocks, each requested once; fails beyond `maxBytes` in total. */
class RangeReader extends RandomAccessReader {
  readonly #readRange: ReadRange;
  readonly #size: number;
  readonly #maxBlocks: number;
  readonly #blocks = new Map<number, Promise<Uint8Array>>();

  constructor(readRange: ReadRange, size: number, maxBytes: number) {
    super();
    this.#readRange = readRange;
    this.#size = size;
    this.#maxBlocks = Math.ceil(maxBytes / blockBytes);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(
      () => callback(null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    if (position < 0 || position + length > this.#size) throw new Error("the archive ends too early");
    for (let done = 0; done < length; ) {
      const at = position + done;
      const block = await this.#block(Math.floor(at / blockBytes));
      const part = block.subarray(at % blockBytes, (at % blockBytes) + length - done);
      if (part.length === 0) throw new Error("the archive ends too early");
      buffer.set(part, offset + done);
      done += part.length;
    }
  }

  #block(index: number): Promise<Uint8Array> {
    const known = this.#blocks.get(index);
    if (known) return known;
    if (this.#blocks.size >= this.#maxBlocks) return Promise.reject(new Error("the index is too long"));
    const start = index * blockBytes;
    const block = this.#readRange(start, Math.min(start + blockBytes, this.#size));
    this.#blocks.set(index, block);
    return block;
  }
}
