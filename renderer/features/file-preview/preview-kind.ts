import { canPreview, type DocumentKind, documentKind } from "./document-kind.ts";

/** Kind of rendering of a text file of artifacts, instead of its source. */
export type PreviewKind = DocumentKind | "html";

/** Bytes of a page of HTML beyond which it is shown as its source. */
const maxHtmlBytes = 20_000_000;

/** Returns how a file of so many bytes can be drawn, null where its source alone is shown. */
export function previewKind(path: string, size: number): PreviewKind | null {
  if (/\.html?$/i.test(path)) return size <= maxHtmlBytes ? "html" : null;
  return canPreview(path, size) ? documentKind(path) : null;
}
