import { createReadStream, createWriteStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw, createGzip, deflateRawSync } from "node:zlib";
import { dataDescriptor, endRecord, indexRecord, localHeader, type ZipEntry } from "./zip-records.ts";

/** A file that becomes part of an archive. */
export interface ArchiveSource {
  readonly path: string;
  readonly mode: number;
  readonly mtime: Date;
  readonly size: number;
  readonly open: () => Readable;
}

/** Writes files of a checkout into a zip archive. */
export async function writeArchive(folder: string, files: readonly string[], target: string): Promise<void> {
  await pipeline(zip(sourcesOf(folder, files)), createWriteStream(target, { mode: 0o600 }));
}

async function* sourcesOf(folder: string, files: readonly string[]): AsyncGenerator<ArchiveSource> {
  for (const path of files) {
    const { mode, mtime, size } = await lstat(join(folder, path));
    yield { path, mode: mode & 0o100777, mtime, size, open: () => createReadStream(join(folder, path)) };
  }
}

/**
 * Emits a zip archive of files, one after the other, in time linear in their number. Throws where a file has another
 * size than announced, or a name that readers of archives refuse.
 */
export async function* zip(
  sources: AsyncIterable<ArchiveSource> | Iterable<ArchiveSource>,
): AsyncGenerator<Buffer> {
  const index: Buffer[] = [];
  let offset = 0;
  for await (const source of sources) {
    const { mode, mtime, size } = source;
    const file = { name: Buffer.from(nameOf(source)), mode, mtime, offset, size };
    const header = localHeader(file);
    yield header;
    const content = { size: 0, compressedSize: 0, crc32: 0 };
    for await (const chunk of deflate(source.open(), size, content)) {
      content.compressedSize += chunk.length;
      yield chunk;
    }
    if (content.size !== size) throw new Error(`${source.path} changed while it was archived`);
    const entry: ZipEntry = { ...file, ...content };
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    offset += header.length + content.compressedSize + descriptor.length;
    index.push(indexRecord(entry));
  }
  const records = Buffer.concat(index);
  yield records;
  yield endRecord(index.length, offset, records.length);
}

/** Returns the name of a file with `/` alone, which archives separate by. Throws for one that leads out of its folder. */
function nameOf({ path }: ArchiveSource): string {
  const name = path.replaceAll("\\", "/");
  if (/^([a-z]:|\/)/i.test(name) || name.split("/").includes("..")) {
    throw new Error(`${path} cannot be the name of a file in an archive`);
  }
  return name;
}

/** Bytes up to which a file is compressed at once: a stream costs ten times as much as such a file itself. */
const maxWholeBytes = 32 * 1024;

/** Emits the compressed content of a stream, and adds up its size and checksum. */
async function* deflate(
  source: Readable,
  announcedSize: number,
  content: { size: number; crc32: number },
): AsyncGenerator<Buffer> {
  if (announcedSize <= maxWholeBytes) {
    const chunks: Buffer[] = [];
    for await (const chunk of measure(source, content)) {
      // One that grew since is refused afterwards.
      if (content.size <= maxWholeBytes) chunks.push(chunk);
    }
    yield deflateRawSync(Buffer.concat(chunks));
    return;
  }
  const compressor = createDeflateRaw();
  const done = pipeline(Readable.from(measure(source, content), { objectMode: false }), compressor);
  // An error also ends the loop below.
  done.catch(() => undefined);
  for await (const chunk of compressor as AsyncIterable<Buffer>) yield chunk;
  await done;
}

async function* measure(source: Readable, content: { size: number; crc32: number }): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    content.size += chunk.length;
    content.crc32 = crc32(chunk, content.crc32);
    yield chunk;
  }
}

/** Writes files of a checkout as gzip, one member after the other, as real runners do with reports. */
export async function writeGzip(sources: readonly string[], target: string): Promise<void> {
  for (const source of sources) {
    await pipeline(
      createReadStream(source),
      createGzip(),
      createWriteStream(target, { mode: 0o600, flags: "a" }),
    );
  }
}
