import { formatOfExtension, type WikiFormat } from "../../../../shared/wiki/page-formats.ts";

/** A path as a page: its path without the extension, and its format. */
export interface PagePath {
  readonly stem: string;
  readonly extension: string;
  readonly format: WikiFormat;
}

/** Reads the path of a file; null where it is not a page. Attachments are not pages, whatever their extension. */
export function readPagePath(path: string): PagePath | null {
  const dot = path.lastIndexOf(".");
  const format = formatOfExtension(path.slice(dot + 1));
  const stem = path.slice(0, dot);
  if (dot < 0 || !format || stem === "" || stem.endsWith("/") || isAttachment(path)) return null;
  return { stem, extension: path.slice(dot + 1), format };
}

/** Returns whether a path is in the folder of an attachment: `uploads/<hash>/<name>`. */
export const isAttachment = (path: string): boolean => /^uploads\/[0-9a-f]{32}\//.test(path);

const maxNameBytes = 245;

/** Returns why a title cannot be a file, as texts for the field; empty where it can. */
export function titleProblems(title: string): string[] {
  if (title === "") return ["can't be blank"];
  const parts = title.split("/");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(title)) return ["cannot contain control characters"];
  if (parts.some((part) => Buffer.byteLength(part) > maxNameBytes)) {
    return [`exceeds the limit of ${maxNameBytes} bytes`];
  }
  return isAttachment(`${title}/`) || isAttachment(title) ? ["is in the folder of an attachment"] : [];
}
