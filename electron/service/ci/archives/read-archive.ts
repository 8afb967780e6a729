import { close, createReadStream, fstatSync, openSync, read } from "node:fs";
import type { Readable } from "node:stream";
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from "yauzl";
import { BadArchive } from "../../../../shared/ci/bad-archive.ts";

/** Bytes of one file beyond which it is not unpacked. */
const maxFileBytes = 2 * 1024 ** 3;
/** Entries beyond which an archive is not read. */
const maxEntries = 200_000;
/** Highest compression ratio of entries above a megabyte. */
const maxRatio = 1_000;

/**
 * Returns a stream of one file of an archive, read by the archive's index without unpacking anything else; null where
 * there is no such file. Throws {@link BadArchive}.
 */
export async function openArchiveFile(
  archive: string,
  path: string,
): Promise<{ readonly size: number; readonly stream: Readable } | null> {
  const zip = await openZip(archive);
  try {
    const entry = await findEntry(zip, path);
    if (!entry) {
      zip.close();
      return null;
    }
    checkEntry(entry);
    const stream = await openEntry(zip, entry);
    stream.once("close", () => zip.close());
    return { size: entry.uncompressedSize, stream };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** A file of an archive as its index describes it. */
export interface ZipEntry {
  readonly path: string;
  /** Bits of type and permissions, 0 where the archive has none. */
  readonly mode: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly crc32: number;
  readonly modifiedAt: Date;
}

/** Returns the files of an archive by its index, without unpacking any. Throws {@link BadArchive}. */
export async function listArchiveEntries(archive: string): Promise<ZipEntry[]> {
  const zip = await openZip(archive);
  try {
    const entries: ZipEntry[] = [];
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      entries.push({
        path: entry.fileName,
        mode: entry.externalFileAttributes >>> 16,
        size: entry.uncompressedSize,
        compressedSize: entry.compressedSize,
        crc32: entry.crc32,
        modifiedAt: entry.getLastModDate(),
      });
    }
    return entries;
  } finally {
    zip.close();
  }
}

/** A file of an archive while it is read. */
interface ArchiveFile {
  readonly path: string;
  /** Permission bits, 0 where the archive has none. */
  readonly mode: number;
  readonly stream: Readable;
}

/** Calls `use` for each file of an archive, one after the other. Throws {@link BadArchive}. */
export async function eachArchiveFile(
  archive: string,
  use: (file: ArchiveFile) => Promise<void>,
): Promise<void> {
  const zip = await openZip(archive);
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (entry.fileName.endsWith("/")) continue;
      checkEntry(entry);
      const mode = (entry.externalFileAttributes >>> 16) & 0o777;
      await use({ path: entry.fileName, mode, stream: await openEntry(zip, entry) });
    }
  } finally {
    zip.close();
  }
}

const openZip = (archive: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Names are checked by the library: no absolute path, no `..`, no backslash.
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
    const reader = openReader(archive);
    fromRandomAccessReader(reader, reader.size, options, (error, zip) => {
      if (error) return reader.close(() => reject(new BadArchive(error.message)));
      if (zip.entryCount <= maxEntries) return resolve(zip);
      zip.close();
      reject(new BadArchive("The archive has too many entries."));
    });
  });

/** Throws BadArchive where there is no file to read. */
function openReader(archive: string): ArchiveReader {
  try {
    return new ArchiveReader(archive);
  } catch (error) {
    throw new BadArchive(error instanceof Error ? error.message : String(error));
  }
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new BadArchive(error.message)) : resolve(stream),
    );
  });

/** Returns the next entry of an archive's index, null at its end. */
function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      zip.removeAllListeners();
      act();
    };
    zip.once("error", (error: Error) => settle(() => reject(new BadArchive(error.message))));
    zip.once("end", () => settle(() => resolve(null)));
    zip.once("entry", (entry: Entry) => settle(() => resolve(entry)));
    zip.readEntry();
  });
}

async function findEntry(zip: ZipFile, path: string): Promise<Entry | null> {
  for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
    if (entry.fileName === path) return entry;
  }
  return null;
}

/** Mode bits of a Unix entry that show its type, and those of a symbolic link. */
const typeMask = 0o170000;
const linkType = 0o120000;

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw new BadArchive("The file is encrypted.");
  if (((entry.externalFileAttributes >>> 16) & typeMask) === linkType) {
    throw new BadArchive("The file is a symbolic link.");
  }
  if (entry.uncompressedSize > maxFileBytes) throw new BadArchive("The file is too large to be unpacked.");
  if (entry.uncompressedSize > 1024 ** 2 && entry.uncompressedSize / entry.compressedSize > maxRatio) {
    throw new BadArchive("The file is packed too tightly to be unpacked safely.");
  }
}

/** Bytes that are read at once: an index is read front to back in steps of some fifty bytes. */
const blockBytes = 256 * 1024;

/** An archive on disk, of which the last block that was read is in memory. The last `unref` closes it. */
class ArchiveReader extends RandomAccessReader {
  readonly size: number;
  readonly #path: string;
  readonly #descriptor: number;
  #block: Buffer = Buffer.alloc(0);
  #blockStart = 0;

  /** Throws what the file system does. */
  constructor(path: string) {
    super();
    this.#path = path;
    this.#descriptor = openSync(path, "r");
    this.size = fstatSync(this.#descriptor).size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (this.#copy(buffer, offset, length, position)) {
      callback(null);
      return;
    }
    const block = Buffer.alloc(Math.max(length, blockBytes));
    read(this.#descriptor, block, 0, block.length, position, (error, bytes) => {
      if (error) return callback(error);
      this.#block = block.subarray(0, bytes);
      this.#blockStart = position;
      const isWhole = this.#copy(buffer, offset, length, position);
      callback(isWhole ? null : new Error("the archive ends too early"));
    });
  }

  /** Returns whether all of the bytes were in the block. */
  #copy(buffer: Buffer, offset: number, length: number, position: number): boolean {
    const start = position - this.#blockStart;
    if (start < 0 || start + length > this.#block.length) return false;
    this.#block.copy(buffer, offset, start, start + length);
    return true;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#descriptor, callback);
  }
}
