import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import { httpError } from "../../http/http-error.ts";
import { changeWiki, type WikiWriter } from "./change-wiki.ts";

const maxBytes = 100 * 1024 * 1024;

/** An attachment of a wiki, as the interface describes it. */
export type WikiAttachment = {
  readonly file_name: string;
  readonly file_path: string;
  readonly branch: string;
  readonly link: { readonly url: string; readonly markdown: string };
};

/**
 * Commits a file to the wiki's folder `uploads`, in a subfolder with a random name. Throws 413 above 100
 * MB, and 400 for a branch that is not there.
 */
export async function attachFile(
  writer: WikiWriter,
  file: Blob,
  branch: string | undefined,
): Promise<WikiAttachment> {
  if (file.size > maxBytes) throw httpError(413, "The file is larger than 100 MB");
  const name = attachmentName(file instanceof File ? file.name : "");
  const path = `uploads/${randomBytes(16).toString("hex")}/${name}`;
  const content = Buffer.from(await file.arrayBuffer()).toString("base64");
  const written = await changeWiki(
    writer,
    () => ({
      message: `Upload attachment ${name}`,
      actions: [{ action: "create", file_path: path, content, encoding: "base64" }],
    }),
    branch,
  );
  const label = name.slice(0, name.length - posix.extname(name).length).replace(/([[\]\\])/g, "\\$1");
  const markdown = isShown(name) ? `![${label}](${path})` : `[${name}](${path})`;
  return { file_name: name, file_path: path, branch: written.branch, link: { url: path, markdown } };
}

/** Returns whether Markdown shows a file where it is linked, as an image, video or audio. */
const isShown = (name: string): boolean =>
  /\.(png|jpe?g|gif|bmp|tiff|ico|webp|svg|avif|mp4|m4v|mov|webm|ogv|mp3|oga|ogg|wav|flac)$/i.test(name);

/** Bytes of the longest name that all file systems take, with room for an extension. */
const maxNameBytes = 240;

/** Returns a file name without folders and characters that break shells, links or other systems. */
export function attachmentName(name: string): string {
  const last = name.normalize("NFC").replaceAll("\\", "/").split("/").at(-1) ?? "";
  const plain = last.replace(/[^\p{L}\p{M}\p{N}_.\-+]/gu, "_").replace(/^[.-]+/, "_");
  const extension = posix.extname(plain).slice(0, 30);
  let stem = plain.slice(0, plain.length - posix.extname(plain).length) || "file";
  while (Buffer.byteLength(stem + extension) > maxNameBytes) stem = stem.slice(0, -1);
  return `${stem}${extension}`.replace(/\.$/, "_").toWellFormed();
}
