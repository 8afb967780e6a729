import type { RepositoryScope } from "./files-address.ts";

type Search = Readonly<Record<string, string | undefined>>;

function href({ account, project }: RepositoryScope, part: string, search: Search, hash = ""): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = new URLSearchParams(entries).toString();
  const base = `/a/${encodeURIComponent(account)}/p/${encodeURIComponent(project)}/${part}`;
  return base + (query ? `?${query}` : "") + (hash ? `#${hash}` : "");
}

/** Address of a file or folder at a ref, with lines such as `L3-9`. */
export const filesHref = (place: RepositoryScope, ref: string | undefined, path: string, hash = ""): string =>
  href(place, "files", { ref, path }, hash);

/** Address of the source of a document, which else is drawn. */
export const sourceHref = (
  place: RepositoryScope,
  ref: string | undefined,
  path: string,
  hash = "",
): string => href(place, "files", { ref, path, plain: "1" }, hash);

/** Address of the commits that touched a file or folder. */
export const historyHref = (place: RepositoryScope, ref: string, path: string): string =>
  href(place, "commits", { ref, path });

export const commitHref = (place: RepositoryScope, sha: string): string =>
  href(place, `commits/${encodeURIComponent(sha)}`, {});

/** Address at which a file of a branch is edited. */
export const editHref = (place: RepositoryScope, branch: string, path: string): string =>
  href(place, "edit", { ref: branch, path });
