/** How a file that is not text can be shown. */
export type ViewerKind = "audio" | "video" | "font" | "pdf" | "hex";

interface Media {
  readonly kind: ViewerKind;
  readonly type: string;
}

const endings: Readonly<Record<string, Media>> = {
  pdf: { kind: "pdf", type: "application/pdf" },
  mp3: { kind: "audio", type: "audio/mpeg" },
  wav: { kind: "audio", type: "audio/wav" },
  ogg: { kind: "audio", type: "audio/ogg" },
  oga: { kind: "audio", type: "audio/ogg" },
  opus: { kind: "audio", type: "audio/ogg" },
  flac: { kind: "audio", type: "audio/flac" },
  m4a: { kind: "audio", type: "audio/mp4" },
  mp4: { kind: "video", type: "video/mp4" },
  m4v: { kind: "video", type: "video/mp4" },
  webm: { kind: "video", type: "video/webm" },
  ogv: { kind: "video", type: "video/ogg" },
  mov: { kind: "video", type: "video/quicktime" },
  ttf: { kind: "font", type: "font/ttf" },
  otf: { kind: "font", type: "font/otf" },
  woff: { kind: "font", type: "font/woff" },
  woff2: { kind: "font", type: "font/woff2" },
};

const unknown: Media = { kind: "hex", type: "application/octet-stream" };

/** How a binary file is shown, by the ending of its name and by how it begins. */
export function mediaOf(path: string, bytes: Uint8Array): Media {
  if (startsWith(bytes, "%PDF-")) return endings.pdf ?? unknown;
  return endings[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ""] ?? unknown;
}

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

/** What a file is by how it begins, in words; null where nothing is known of it. */
export const magicOf = (bytes: Uint8Array): string | null =>
  magics.find(([start]) => startsWith(bytes, start))?.[1] ?? null;

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  text.length <= bytes.length && [...text].every((char, i) => bytes[i] === char.charCodeAt(0));
