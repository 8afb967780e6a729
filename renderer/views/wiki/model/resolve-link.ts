import { fileEnding } from "../../../../shared/file-types.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { formatOfExtension, looseName } from "../../../../shared/wiki/pages.ts";
import { pathInWiki } from "../../../features/addresses/service-urls.ts";
import { homeSlug } from "../../../features/addresses/wiki-address.ts";
import { type Reference, resolveReference } from "../../../ui/markdown/markdown-links.ts";
import { pageLinkPrefix } from "../../../workers/wiki/page-links.ts";
import { slugOfTitle } from "./wiki-page.ts";

/** The base of a wiki's links. */
interface LinkScope {
  /** Of the page that the link is on. */
  readonly slug: string;
  /** Slugs by their loose names. */
  readonly pages: ReadonlyMap<string, string>;
  /** Address of the project on the service, such as `https://git.example/fjord/beacon`. */
  readonly projectUrl: string | null;
}

/** The target of a link of a page. */
export type WikiLink =
  | Exclude<Reference, { kind: "file" }>
  /** A page; `title` is for creating it where it does not exist. */
  | { readonly kind: "page"; readonly slug: string; readonly hash: string; readonly title: string | null }
  /** A path of the project outside the wiki, such as `blob/main/README.md`. */
  | { readonly kind: "project"; readonly path: string; readonly hash: string }
  /** A file of the wiki, such as an attachment. */
  | { readonly kind: "attachment"; readonly path: string };

/** Slugs of pages by the names that links may use. */
export const pagesByName = (slugs: readonly string[]): ReadonlyMap<string, string> =>
  new Map(slugs.map((slug) => [looseName(slug), slug]));

/** Returns whether a path has the extension of a page's file. */
const isPageFile = (path: string): boolean => formatOfExtension(fileEnding(path)) !== undefined;
/** Returns a path without the extension of a page's file. */
const withoutExtension = (path: string): string =>
  isPageFile(path) ? path.slice(0, path.lastIndexOf(".")) : path;

/**
 * Resolves a link as the services do: a bare name starts at the wiki's root, `./` and `../` at the page's folder, as does
 * a file name; if only the other interpretation names an existing page, it wins. `[[Title]]` starts at the root.
 */
export function resolveWikiLink(scope: LinkScope, address: string): WikiLink {
  const text = withoutOrigin(scope, address.trim());
  const reference = resolveReference(folderOf(scope.slug), text);
  if (reference.kind !== "file") return reference;
  const { hash } = reference;
  const beside = pathBesideWiki(folderOf(scope.slug), text);
  if (beside !== null) return { kind: "project", path: beside, hash };
  if (text.startsWith(pageLinkPrefix)) {
    return pageLink(scope, [reference.path.slice(2), joined(scope, reference.path.slice(2))], hash);
  }
  const fromRoot = resolveReference("", text);
  const root = fromRoot.kind === "file" ? fromRoot.path : reference.path;
  const isFile = /\.[a-z\d]{1,8}$/i.test(root) && !isPageFile(root);
  if (/(^|\/)uploads\//.test(root)) {
    return { kind: "attachment", path: root.slice(root.search(/(^|\/)uploads\//)).replace(/^\//, "") };
  }
  const isRelative = /^\.\.?\//.test(text) || isPageFile(root);
  const candidates = isRelative ? [reference.path, root] : [root, reference.path];
  const known = candidates.find((path) => findPage(scope, path) !== undefined);
  if (isFile && known === undefined) return { kind: "attachment", path: reference.path };
  return pageLink(scope, candidates, hash);
}

const besideWiki = /^(blob|tree|raw|commit|commits|merge_requests|issues|jobs|pipelines|releases|snippets)\//;

/** Returns the target of a path that leaves the wiki with `../`; null for one inside it. */
function pathBesideWiki(folder: string, address: string): string | null {
  const parts = address.replace(/[?#].*$/s, "").split("/");
  let depth = folder.split("/").filter(Boolean).length;
  for (const [index, part] of parts.entries()) {
    if (part === "..") depth--;
    else if (part !== "." && part !== "") depth++;
    const rest = parts.slice(index + 1).join("/");
    if (depth < 0) return besideWiki.test(rest) ? rest : null;
  }
  return null;
}

function pageLink(scope: LinkScope, candidates: readonly string[], hash: string): WikiLink {
  for (const path of candidates) {
    const slug = findPage(scope, path);
    if (slug !== undefined) return { kind: "page", slug, hash, title: null };
  }
  const wanted = withoutExtension(candidates[0] ?? "") || homeSlug;
  return { kind: "page", slug: slugOfTitle(wanted), hash, title: wanted.replaceAll("-", " ") };
}

function findPage(scope: LinkScope, path: string): string | undefined {
  const name = looseName(path) || homeSlug;
  return scope.pages.get(name) ?? scope.pages.get(withoutExtension(name));
}

const joined = (scope: LinkScope, path: string): string => {
  const folder = folderOf(scope.slug);
  return folder ? `${folder}/${path}` : path;
};

/** A link to this wiki on the service's own pages, as a path from the wiki's root. */
function withoutOrigin({ projectUrl }: LinkScope, address: string): string {
  const path = projectUrl === null ? null : pathInWiki(projectUrl, address);
  return path === null ? address : `/${path}`;
}
