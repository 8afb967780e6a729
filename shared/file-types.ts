import { Mime } from "mime/lite";
import standard from "mime/types/standard.js";
import { nameOf } from "./text/paths.ts";

/**
 * Media types by file ending: the registered ones of the `mime` package, and a few common ones that are not registered.
 * The components decide what a type means, such as a viewer or an icon.
 */
const types = new Mime(standard, {
  "audio/flac": ["flac"],
  "audio/mp4": ["*m4a"],
  "image/x-icon": ["ico"],
  "video/mp4": ["m4v"],
}).define({ "application/gzip": ["svgz"] }, true);

const unknown = "application/octet-stream";

/** Returns the media type of a file by its name or path; `application/octet-stream` for an unknown ending. */
export const mediaType = (path: string): string => {
  const ending = fileEnding(path);
  return (ending && types.getType(ending)) || unknown;
};

/** Returns the ending of a file's name in small letters, without its dot; empty where it has none. */
export function fileEnding(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Types of images that browsers show. */
const images: ReadonlySet<string> = new Set([
  "image/png",
  "image/apng",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "image/x-icon",
  "image/svg+xml",
]);

/** Returns the media type of a file that the page can show as an image; null for all others. */
export function imageType(path: string): string | null {
  const type = mediaType(path);
  return images.has(type) ? type : null;
}

/** Viewers of the media types, besides images, that browsers can show. */
const media: Readonly<Record<string, "audio" | "video" | "font" | "pdf">> = {
  "application/pdf": "pdf",
  "audio/mpeg": "audio",
  "audio/wav": "audio",
  "audio/ogg": "audio",
  "audio/flac": "audio",
  "audio/mp4": "audio",
  "video/mp4": "video",
  "video/webm": "video",
  "video/ogg": "video",
  "video/quicktime": "video",
  "font/ttf": "font",
  "font/otf": "font",
  "font/woff": "font",
  "font/woff2": "font",
};

/** Returns what shows a file that is neither text nor image, and its media type; `hex` where nothing else does. */
export function mediaKind(path: string): {
  readonly kind: "audio" | "video" | "font" | "pdf" | "hex";
  readonly type: string;
} {
  const type = mediaType(path);
  const kind = media[type];
  return kind ? { kind, type } : { kind: "hex", type: unknown };
}

/** Endings of files that have no text to search. Media types do not show that: `ts` is also one of videos. */
const binaryEndings: ReadonlySet<string> = new Set(
  `png jpg jpeg gif webp avif bmp ico psd pdf zip gz bz2 xz 7z rar jar class woff woff2 ttf otf eot mp3 mp4 m4a wav ogg
  webm mov exe dll so dylib bin wasm sqlite`.split(/\s+/),
);

/** Returns whether a file has no text to search, by its name. */
export const isBinaryName = (path: string): boolean => binaryEndings.has(fileEnding(path));
