import { isMarkdown } from "./repository-markdown.tsx";

/** How a text file can be drawn instead of shown as its source. */
export type DocumentKind = "markdown" | "table" | "notebook";

export function documentKind(path: string): DocumentKind | null {
  if (isMarkdown(path)) return "markdown";
  if (/\.(csv|tsv)$/i.test(path)) return "table";
  return /\.ipynb$/i.test(path) ? "notebook" : null;
}

export const isDocument = (path: string): boolean => documentKind(path) !== null;
