import type { WikiFormat } from "../../../../shared/wiki/page-formats.ts";
import { looseName, titleOf } from "../../../../shared/wiki/page-titles.ts";
import { Cache } from "../../git/cache.ts";
import { treeOfCommit } from "../../git/objects/tree-of-commit.ts";
import { type GitTreeEntry, listTree } from "../../git/objects/trees.ts";
import type { Repository } from "../../git/repository.ts";
import { readPagePath } from "./page-names.ts";

/** A page of a wiki, without its content. */
export interface WikiPageFile {
  /** Its path without the extension; with it where another page has the same path in another format. */
  readonly slug: string;
  readonly title: string;
  readonly format: WikiFormat;
  /** Path of its file. */
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
const indexes = new Cache<PageIndex>(60_000, ({ pages }) => pages.length + 1);

/** Returns the pages of a commit; none where there is no commit yet. `signal` ends git. */
export async function readPages(
  repository: Repository,
  commit: string | null,
  signal?: AbortSignal,
): Promise<PageIndex> {
  if (commit === null) return toIndex([]);
  const tree = await treeOfCommit(repository, commit);
  const known = indexes.get(tree);
  if (known) return known;
  const index = toIndex((await listTree(repository, commit, "", true, signal)) ?? []);
  indexes.set(tree, index);
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
    bySlug.set(slug, { ...file, slug, title: titleOf(stem) });
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
