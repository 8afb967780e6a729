import { parseDocument } from "yaml";
import { detectEncoding } from "../../../../shared/text/encoding/detect-encoding.ts";
import { isUtf8 } from "../../../../shared/text/encoding/detect-unicode.ts";
import { formatOfExtension, looseName, pageTitle, type WikiFormat } from "../../../../shared/wiki/pages.ts";
import { Cache } from "../../git/cache.ts";
import { treeOfCommit } from "../../git/commit-tree.ts";
import { detectAndDecode } from "../../git/detect-and-decode.ts";
import { acrossRepositories } from "../../git/git-folder.ts";
import { type GitTreeEntry, listTreeEntries } from "../../git/ls-tree.ts";
import { MissingObject } from "../../git/missing-object.ts";
import type { Repository } from "../../git/repository.ts";
import { notFound, tooLarge } from "../refusal.ts";

/** A page of a wiki, without its content. */
export interface WikiPageFile {
  /** Its path without the extension; with it where another page has the same path in another format. */
  readonly slug: string;
  readonly title: string;
  readonly format: WikiFormat;
  readonly path: string;
  readonly extension: string;
  /** Hash of its blob. */
  readonly blob: string;
}

/** The pages of one tree. */
export interface PageIndex {
  /** The page `home` first, then by path. */
  readonly pages: readonly WikiPageFile[];
  /** The page of a slug; where none is exactly so, one that differs in case or in spaces and dashes. */
  find(slug: string): WikiPageFile | null;
}

/** Indexes of trees, which never change. Weighed by pages. */
const indexes = acrossRepositories(() => new Cache<PageIndex>(60_000, ({ pages }) => pages.length + 1));

/** Returns the pages of a commit; none where there is no commit yet. `signal` ends git. */
export async function readPages(
  repository: Repository,
  commit: string | null,
  signal?: AbortSignal,
): Promise<PageIndex> {
  if (commit === null) return toIndex([]);
  const tree = await treeOfCommit(repository, commit);
  const known = indexes(repository).get(tree);
  if (known) return known;
  const index = toIndex((await listTreeEntries(repository, commit, "", true, signal)) ?? []);
  indexes(repository).set(tree, index);
  return index;
}

/** Links and submodules are not pages: their targets are not part of the wiki. */
const isFile = ({ mode }: GitTreeEntry): boolean => mode === "100644" || mode === "100755";

function toIndex(entries: readonly GitTreeEntry[]): PageIndex {
  const found = entries.filter(isFile).flatMap(({ path, id }) => {
    const name = readPagePath(path);
    return name ? [{ path, blob: id, ...name }] : [];
  });
  found.sort((a, b) => (a.path < b.path ? -1 : 1));
  const bySlug = new Map<string, WikiPageFile>();
  const add = (slug: string, { stem, ...file }: (typeof found)[number]) =>
    bySlug.set(slug, { ...file, slug, title: pageTitle(stem) });
  const sharing = found.filter((file) => {
    const isTaken = bySlug.has(file.stem);
    if (!isTaken) add(file.stem, file);
    return isTaken;
  });
  for (const file of sharing) {
    let slug = file.path;
    while (bySlug.has(slug)) slug += `.${file.extension}`;
    add(slug, file);
  }
  const pages = [...bySlug.values()].sort((a, b) =>
    isHome(a) !== isHome(b) ? (isHome(a) ? -1 : 1) : a.slug < b.slug ? -1 : 1,
  );
  const loose = new Map<string, WikiPageFile>();
  for (const page of pages) if (!loose.has(looseName(page.slug))) loose.set(looseName(page.slug), page);
  return { pages, find: (slug) => bySlug.get(slug) ?? loose.get(looseName(slug)) ?? null };
}

const isHome = ({ slug }: WikiPageFile): boolean => slug === "home";

/** Returns the page of a slug. Throws `notFound`. */
export function requireWikiPage(pages: PageIndex, slug: string): WikiPageFile {
  const page = pages.find(slug);
  if (!page) throw notFound("Wiki Page");
  return page;
}

/** A path as a page: its path without the extension, and its format. */
interface PagePath {
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
const isAttachment = (path: string): boolean => /^uploads\/[0-9a-f]{32}\//.test(path);

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

/** Bytes above which a page that was pushed is not read as a whole. */
const maxPageBytes = 50 * 1024 * 1024;

/** A page's text as the interface has it. */
export interface WikiPageText {
  readonly content: string;
  readonly encoding: string;
  readonly front_matter: Readonly<Record<string, unknown>>;
}

/** Reads the text of a page. Throws `tooLarge` where it is larger than a page may be. */
export async function readPageText(
  { objects }: Repository,
  { blob }: Pick<WikiPageFile, "blob">,
  signal?: AbortSignal,
): Promise<WikiPageText> {
  const info = await objects.check(blob);
  if (!info) throw new MissingObject(blob);
  if (info.size > maxPageBytes) throw tooLarge("The page is larger than 50 MB");
  const object = await objects.read(blob, signal);
  if (!object) throw notFound("Wiki Page");
  return toText(object.content);
}

/** Bytes of a page above which lists leave its content out. */
const maxListedBytes = 5 * 1024 * 1024;
/** Pages that are read at once. */
const batchSize = 100;

/** Reads the texts of pages in batches, in their order; null for pages above 5 MB, which are read one by one. */
export async function* readTexts(
  { objects }: Repository,
  pages: readonly WikiPageFile[],
): AsyncGenerator<readonly (readonly [WikiPageFile, WikiPageText | null])[]> {
  for (let at = 0; at < pages.length; at += batchSize) {
    yield await Promise.all(
      pages.slice(at, at + batchSize).map(async (page) => {
        const info = await objects.check(page.blob);
        const object = info && info.size <= maxListedBytes ? await objects.read(info.id) : null;
        return [page, object && toText(object.content)] as const;
      }),
    );
  }
}

/** Returns the text in the bytes of a page. */
export function toText(bytes: Buffer): WikiPageText {
  const content = detectAndDecode(bytes);
  const encoding = isUtf8(bytes)
    ? "UTF-8"
    : (detectEncoding(bytes) ?? "windows-1252").replace(/^./, (first) => first.toUpperCase());
  return { content, encoding, front_matter: readFrontMatter(content) };
}

/** Characters of front matter beyond which it is not read. */
const maxFrontMatter = 8_000;

/** The YAML between lines of `---` at the top of a page; empty where there is none or it is broken. */
export function readFrontMatter(content: string): Readonly<Record<string, unknown>> {
  if (!/^\ufeff?---[ \t]*\r?\n/.test(content)) return {};
  const found = /^\ufeff?---[ \t]*\r?\n(.*?\r?\n)?---[ \t]*(?:\r?\n|$)/s.exec(
    content.slice(0, maxFrontMatter),
  )?.[1];
  if (!found) return {};
  const document = parseDocument(found, { schema: "core", logLevel: "silent" });
  if (document.errors.length > 0) return {};
  try {
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
