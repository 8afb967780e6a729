import { fileEnding } from "../../../shared/file-types.ts";
import { formatOfExtension } from "../../../shared/wiki/pages.ts";

/** Returns whether a file is Markdown by its name. */
export const isMarkdown = (name: string): boolean => formatOfExtension(fileEnding(name)) === "markdown";

/** Kind of rendering of a text file, instead of its source. */
type DocumentKind = "markdown" | "table" | "notebook";

/** Returns the kind of document that a file is by its name; null for other files. */
export function documentKind(path: string): DocumentKind | null {
  if (isMarkdown(path)) return "markdown";
  const ending = fileEnding(path);
  if (ending === "csv" || ending === "tsv") return "table";
  return ending === "ipynb" ? "notebook" : null;
}

/** Returns whether a file can be drawn as a document, by its name. */
export const isDocument = (path: string): boolean => documentKind(path) !== null;

/** Bytes up to which a document is drawn: a page of Markdown exists in full, of the others only what is in view. */
const maxPreviewBytes: Readonly<Record<DocumentKind, number>> = {
  markdown: 2_000_000,
  table: 50_000_000,
  notebook: 50_000_000,
};

/** Returns whether a file of so many bytes is drawn rather than shown as its source. */
export function canPreview(path: string, size: number): boolean {
  const kind = documentKind(path);
  return kind !== null && size <= maxPreviewBytes[kind];
}

/** Kind of rendering of a text file of artifacts, instead of its source. */
export type PreviewKind = DocumentKind | "html";

/** Bytes of a page of HTML beyond which it is shown as its source. */
const maxHtmlBytes = 20_000_000;

/** Returns how a file of so many bytes can be drawn, null where its source alone is shown. */
export function previewKind(path: string, size: number): PreviewKind | null {
  if (/\.html?$/i.test(path)) return size <= maxHtmlBytes ? "html" : null;
  return canPreview(path, size) ? documentKind(path) : null;
}
