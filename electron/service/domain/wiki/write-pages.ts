import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import { type EncodedText, encodeFile } from "../../../../shared/text/encoding/file-codec.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { extensionOf, resolveTitle, toStem, type WikiFormat } from "../../../../shared/wiki/pages.ts";
import { detectAndDecode } from "../../git/detect-and-decode.ts";
import type { Repository } from "../../git/repository.ts";
import { type WikiPageChanged, wikiPageChanged } from "../events/events.ts";
import { invalidFields, tooLarge } from "../refusal.ts";
import { changeWiki, type WikiWriter } from "./change-wiki.ts";
import {
  type PageIndex,
  readPagePath,
  requireWikiPage,
  titleProblems,
  toText,
  type WikiPageFile,
} from "./page-index.ts";

const maxContentBytes = 50 * 1024 * 1024;

interface NewPage {
  readonly title: string;
  readonly content: string;
  readonly format?: WikiFormat;
}

/** Writes a new page. Throws `invalidFields` where there is one of this title already, whatever its format. */
export async function createPage(writer: WikiWriter, made: NewPage) {
  requireContent(made.content);
  const title = requireTitle(resolveTitle(made.title));
  const stem = toStem(title);
  const path = `${stem}.${extensionOf(made.format ?? "markdown")}`;
  const { repository, pages } = await changeWiki(writer, (before) => {
    if (before.find(stem)) throw invalidPage("base", "Duplicate page: A page with that title already exists");
    return {
      message: `${writer.user.username} created page: ${title}`,
      changes: [{ kind: "create", path, content: Buffer.from(made.content) }],
    };
  });
  const page = pageAt(pages, path);
  announce(writer, page, "create");
  return { repository, page };
}

/**
 * Changes a page: its content, and with its title its file's name and folder. Throws `notFound` where it is not there, and `invalidFields`
 * where another page has the new title.
 */
export async function updatePage(
  writer: WikiWriter,
  slug: string,
  { title, content, format }: Partial<NewPage>,
) {
  if (content !== undefined) requireContent(content);
  let target = "";
  const { repository, pages } = await changeWiki(writer, async (before, wiki) => {
    const page = requireWikiPage(before, slug);
    target = targetOf(before, page, title, format);
    const message = `${writer.user.username} updated page: ${page.title}`;
    const bytes = content === undefined ? undefined : await keptContent(wiki, page, content);
    if (target !== page.path) {
      return { message, changes: [{ kind: "move", path: target, previousPath: page.path, content: bytes }] };
    }
    return {
      message,
      changes: bytes === undefined ? [] : [{ kind: "update", path: page.path, content: bytes }],
    };
  });
  const page = pageAt(pages, target);
  announce(writer, page, "update");
  return { repository, page };
}

/** Returns a page's new content in the encoding that its file has. Throws `invalidFields` where that lacks a character. */
async function keptContent(
  { objects }: Repository,
  { blob }: WikiPageFile,
  content: string,
): Promise<Uint8Array> {
  const before = await objects.read(blob);
  const bytes = before && keepEncoding(before.content, content);
  if (!bytes) return Buffer.from(content);
  if (bytes instanceof Uint8Array) return bytes;
  throw invalidPage("content", `has “${bytes.character}”, which the encoding of the page does not have`);
}

/** The path of a page once it has another title or format. */
function targetOf(
  pages: PageIndex,
  page: WikiPageFile,
  title: string | undefined,
  format: WikiFormat | undefined,
): string {
  const current = readPagePath(page.path)?.stem ?? page.slug;
  const extension = format && format !== page.format ? extensionOf(format) : page.extension;
  if (title === undefined || title === page.title) return `${current}.${extension}`;
  const stem = toStem(requireTitle(resolveTitle(title, folderOf(current))));
  if (stem === toStem(current)) return `${current}.${extension}`;
  const other = pages.find(stem);
  if (other && other.path !== page.path) {
    throw invalidPage("base", "There is already a page with the same title in that path.");
  }
  return `${stem}.${extension}`;
}

/** Deletes a page. Throws `notFound` where it is not there. */
export async function removePage(writer: WikiWriter, slug: string): Promise<void> {
  let deleted: WikiPageFile | undefined;
  await changeWiki(writer, (before) => {
    const page = requireWikiPage(before, slug);
    deleted = page;
    return {
      message: `${writer.user.username} deleted page: ${page.title}`,
      changes: [{ kind: "delete", path: page.path }],
    };
  });
  if (deleted) announce(writer, deleted, "delete");
}

const announce = (
  { store, project, user }: WikiWriter,
  page: WikiPageFile,
  action: WikiPageChanged["action"],
): void => wikiPageChanged.emit(store, { project, user, page, action });

function pageAt({ pages }: PageIndex, path: string): WikiPageFile {
  const page = pages.find((entry) => entry.path === path);
  if (!page) throw new Error("a page that was written is not there");
  return page;
}

/** A refusal in the form of a model's error. */
const invalidPage = (field: string, ...texts: string[]) => invalidFields({ [field]: texts });

function requireTitle(title: string): string {
  const problems = titleProblems(title);
  if (problems.length > 0) throw invalidPage("title", ...problems);
  return title;
}

function requireContent(content: string): void {
  if (content.trim() === "") throw invalidPage("content", "can't be blank");
  if (Buffer.byteLength(content) > maxContentBytes) {
    throw invalidPage("content", "is too long. The maximum size is 50 MB.");
  }
}

/**
 * Returns the bytes of a page's new content where its file is not UTF-8: lines that it has stay as they are, others are
 * written in its encoding. Null where the file is UTF-8. Returns the first character that the encoding does not have.
 */
function keepEncoding(before: Buffer, content: string): EncodedText | null {
  const encoding = toText(before).encoding.toLowerCase();
  if (encoding === "utf-8") return null;
  const texts = detectAndDecode(before).split("\n");
  const lines = splitLines(before);
  // Lines of UTF-16 are not lines of bytes.
  if (texts.length !== lines.length) return encodeFile(content, encoding, before);
  const known = new Map(texts.map((text, i) => [text, lines[i]]));
  const written: Uint8Array[] = [];
  for (const [i, line] of content.split("\n").entries()) {
    const bytes = known.get(line) ?? encodeFile(line, encoding);
    if (!(bytes instanceof Uint8Array)) return { ...bytes, line: i + 1 };
    written.push(...(i > 0 ? [Buffer.from("\n")] : []), bytes);
  }
  return Buffer.concat(written);
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

const maxBytes = 100 * 1024 * 1024;

/** An attachment of a wiki, as the interface describes it. */
type WikiAttachment = {
  readonly file_name: string;
  readonly file_path: string;
  readonly branch: string;
  readonly link: { readonly url: string; readonly markdown: string };
};

/**
 * Commits a file to the wiki's folder `uploads`, in a subfolder with a random name. Throws `tooLarge` above 100
 * MB, and `invalid` for a branch that is not there.
 */
export async function attachFile(
  writer: WikiWriter,
  file: Blob,
  branch: string | undefined,
): Promise<WikiAttachment> {
  if (file.size > maxBytes) throw tooLarge("The file is larger than 100 MB");
  const name = attachmentName(file instanceof File ? file.name : "");
  const path = `uploads/${randomBytes(16).toString("hex")}/${name}`;
  const content = new Uint8Array(await file.arrayBuffer());
  const written = await changeWiki(
    writer,
    () => ({
      message: `Upload attachment ${name}`,
      changes: [{ kind: "create", path, content }],
    }),
    branch,
  );
  const label = name.slice(0, name.length - posix.extname(name).length).replace(/([[\]\\])/g, "\\$1");
  const markdown = isShownInMarkdown(name) ? `![${label}](${path})` : `[${name}](${path})`;
  return { file_name: name, file_path: path, branch: written.branch, link: { url: path, markdown } };
}

/** Returns whether Markdown shows a file where it is linked, as an image, video or audio. */
export const isShownInMarkdown = (name: string): boolean =>
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
