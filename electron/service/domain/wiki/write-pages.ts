import type { CommitAction } from "../../../../shared/api/resources/commits.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { extensionOf, type WikiFormat } from "../../../../shared/wiki/page-formats.ts";
import { resolveTitle, toStem } from "../../../../shared/wiki/page-titles.ts";
import type { Repository } from "../../git/repository.ts";
import { httpError } from "../../http/http-error.ts";
import { changeWiki, type WikiWriter } from "./change-wiki.ts";
import { keepEncoding } from "./keep-encoding.ts";
import type { PageIndex, WikiPageFile } from "./page-index.ts";
import { readPagePath, titleProblems } from "./page-names.ts";
import { requirePage } from "./require-page.ts";

const maxContentBytes = 50 * 1024 * 1024;

interface NewPage {
  readonly title: string;
  readonly content: string;
  readonly format?: WikiFormat | undefined;
}

/** Writes a new page. Throws 400 where there is one of this title already, whatever its format. */
export async function createPage(writer: WikiWriter, page: NewPage) {
  requireContent(page.content);
  const title = requireTitle(resolveTitle(page.title));
  const stem = toStem(title);
  const path = `${stem}.${extensionOf(page.format ?? "markdown")}`;
  const { repository, pages } = await changeWiki(writer, (before) => {
    if (before.find(stem)) throw invalid("base", "Duplicate page: A page with that title already exists");
    return {
      message: `${writer.user.username} created page: ${title}`,
      actions: [{ action: "create", file_path: path, content: page.content }],
    };
  });
  return { repository, page: pageAt(pages, path) };
}

/**
 * Changes a page: its content, and with its title its file's name and folder. Throws 404 where it is not there, and 400
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
    const page = requirePage(before, slug);
    target = targetOf(before, page, title, format);
    const message = `${writer.user.username} updated page: ${page.title}`;
    const changed = content === undefined ? {} : await keptContent(wiki, page, content);
    if (target !== page.path) {
      const action = { action: "move", file_path: target, previous_path: page.path, ...changed } as const;
      return { message, actions: [action] };
    }
    return {
      message,
      actions: content === undefined ? [] : [{ action: "update", file_path: page.path, ...changed }],
    };
  });
  return { repository, page: pageAt(pages, target) };
}

/** Returns a page's new content in the encoding that its file has. Throws 400 where that lacks a character. */
async function keptContent(
  { objects }: Repository,
  { blob }: WikiPageFile,
  content: string,
): Promise<Pick<CommitAction, "content" | "encoding">> {
  const before = await objects.read(blob);
  const bytes = before && keepEncoding(before.content, content);
  if (!bytes) return { content };
  if (bytes instanceof Uint8Array)
    return { content: Buffer.from(bytes).toString("base64"), encoding: "base64" };
  throw invalid("content", `has “${bytes.character}”, which the encoding of the page does not have`);
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
    throw invalid("base", "There is already a page with the same title in that path.");
  }
  return `${stem}.${extension}`;
}

/** Deletes a page. Throws 404 where it is not there. */
export async function deletePage(writer: WikiWriter, slug: string): Promise<void> {
  await changeWiki(writer, (before) => {
    const page = requirePage(before, slug);
    return {
      message: `${writer.user.username} deleted page: ${page.title}`,
      actions: [{ action: "delete", file_path: page.path }],
    };
  });
}

function pageAt({ pages }: PageIndex, path: string): WikiPageFile {
  const page = pages.find((entry) => entry.path === path);
  if (!page) throw new Error("a page that was written is not there");
  return page;
}

/** A refusal in the form of a model's error. */
const invalid = (field: string, ...texts: string[]) => httpError(400, { [field]: texts });

function requireTitle(title: string): string {
  const problems = titleProblems(title);
  if (problems.length > 0) throw invalid("title", ...problems);
  return title;
}

function requireContent(content: string): void {
  if (content.trim() === "") throw invalid("content", "can't be blank");
  if (Buffer.byteLength(content) > maxContentBytes) {
    throw invalid("content", "is too long. The maximum size is 50 MB.");
  }
}
