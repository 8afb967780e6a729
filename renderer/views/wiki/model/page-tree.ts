import { homeSlug, titleOfSlug } from "../../../features/addresses/wiki-address.ts";
import type { TreeFolder, TreeNode } from "../../../features/file-tree/tree-rows.ts";

/** The fields of a page that the tree needs. */
interface ListedPage {
  readonly slug: string;
  readonly title: string;
}

/** A page, a folder, or a page that has others below it. */
export interface WikiNode extends TreeNode {
  /** Whether there is a page of this slug; otherwise it is only a folder. */
  readonly isPage: boolean;
}

interface Node {
  readonly path: string;
  name: string;
  isPage: boolean;
  /** By the part of the slug; null without pages below. */
  below: Map<string, Node> | null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/**
 * The pages as folders of a tree, by path; the root's is empty. A folder's entries are sorted when first read, so that
 * a wiki of thousands of pages costs one pass.
 */
export function pageTree(pages: readonly ListedPage[]): ReadonlyMap<string, TreeFolder<WikiNode>> {
  const root: Node = { path: "", name: "", isPage: false, below: new Map() };
  const folders = new Map<string, TreeFolder<WikiNode>>([["", folderOf(root)]]);
  for (const { slug, title } of pages) {
    let node = root;
    for (const part of slug.split("/").filter(Boolean)) {
      if (!node.below) {
        node.below = new Map();
        folders.set(node.path, folderOf(node));
      }
      let next = node.below.get(part);
      if (!next) {
        const path = node.path ? `${node.path}/${part}` : part;
        next = { path, name: titleOfSlug(part), isPage: false, below: null };
        node.below.set(part, next);
      }
      node = next;
    }
    node.isPage = true;
    node.name = title || node.name;
  }
  return folders;
}

function folderOf(node: Node): TreeFolder<WikiNode> {
  let entries: readonly WikiNode[] | undefined;
  return {
    get entries() {
      entries ??= [...(node.below?.values() ?? [])].map(entryOf).toSorted(byName);
      return entries;
    },
    error: null,
    retry: () => undefined,
  };
}

const entryOf = ({ path, name, isPage, below }: Node): WikiNode => ({
  path,
  name,
  isPage,
  kind: below ? "directory" : "file",
});

/** The home page first, then folders and pages together by name. */
const byName = (a: WikiNode, b: WikiNode): number =>
  Number(b.path === homeSlug) - Number(a.path === homeSlug) || collator.compare(a.name, b.name);

/** Folders on the way to a slug, outermost first. */
export function foldersOn(slug: string): string[] {
  const parts = slug.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Pages whose title or slug has every word of a filter. */
export function filterPages<P extends ListedPage>(pages: readonly P[], filter: string): readonly P[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages;
  return pages.filter(({ slug, title }) => {
    const text = `${title} ${slug} ${slug.replaceAll("-", " ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
