import { fileEnding } from "../../../shared/file-types.ts";
import { formatOfExtension } from "../../../shared/wiki/page-formats.ts";

/** Returns whether a file is Markdown by its name. */
export const isMarkdown = (name: string): boolean => formatOfExtension(fileEnding(name)) === "markdown";

/** Kind of rendering of a text file, instead of its source. */
export type DocumentKind = "markdown" | "table" | "notebook";

export function documentKind(path: string): DocumentKind | null {
  if (isMarkdown(path)) return "markdown";
  const ending = fileEnding(path);
  if (ending === "csv" || ending === "tsv") return "table";
  return ending === "ipynb" ? "notebook" : null;
}

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
