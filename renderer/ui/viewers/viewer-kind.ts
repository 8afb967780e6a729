import { mediaKind } from "../../../shared/file-types.ts";

/** Returns what shows a binary file, by how it begins and by the ending of its name. */
export const mediaOf = (path: string, bytes: Uint8Array): ReturnType<typeof mediaKind> =>
  startsWith(bytes, "%PDF-") ? mediaKind("a.pdf") : mediaKind(path);

const magics: readonly (readonly [start: string, words: string])[] = [
  ["\x89PNG", "PNG image"],
  ["GIF8", "GIF image"],
  ["\xff\xd8\xff", "JPEG image"],
  ["PK\x03\x04", "ZIP archive, or a document made of one"],
  ["\x1f\x8b", "gzip archive"],
  ["BZh", "bzip2 archive"],
  ["\xfd7zXZ", "xz archive"],
  ["7z\xbc\xaf", "7-Zip archive"],
  ["Rar!", "RAR archive"],
  ["\x7fELF", "ELF program or library"],
  ["MZ", "Windows program or library"],
  ["\xcf\xfa\xed\xfe", "Mach-O program or library"],
  ["\xca\xfe\xba\xbe", "Java class or universal Mach-O file"],
  ["\0asm", "WebAssembly module"],
  ["SQLite format 3", "SQLite database"],
  ["%PDF-", "PDF document"],
  ["OggS", "Ogg media"],
  ["RIFF", "RIFF media"],
  ["fLaC", "FLAC audio"],
  ["ID3", "MP3 audio"],
  ["wOFF", "WOFF font"],
  ["wOF2", "WOFF2 font"],
  ["DIRC", "git index"],
  ["PACK", "git pack"],
];

/** Returns a file's type by its first bytes, as text; null where it is unknown. */
export const magicOf = (bytes: Uint8Array): string | null =>
  magics.find(([start]) => startsWith(bytes, start))?.[1] ?? null;

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  text.length <= bytes.length && [...text].every((char, i) => bytes[i] === char.charCodeAt(0));

/** A pointer of Git Large File Storage: id and size of the stored file. */
export interface LfsPointer {
  /** SHA-256 of the content. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

/** Returns the LFS pointer in a text; null for any other text. */
export function readLfsPointer(text: string): LfsPointer | null {
  if (text.length > 1_024 || !text.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d+)$/m.exec(text)?.[1];
  return oid && size ? { oid, size: Number(size) } : null;
}
