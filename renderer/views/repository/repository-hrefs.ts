import { hrefs } from "../../features/addresses/hrefs.ts";
import type { RepositoryScope } from "./files-address.ts";

/** Address of a file or folder at a ref, with lines such as `L3-9`. */
export const filesHref = (place: RepositoryScope, ref: string | undefined, path: string, hash = ""): string =>
  hrefs.project(place.account, place.project, "files", { ref, path }, hash);

/** Address of the source of a document, which else is drawn. */
export const sourceHref = (
  place: RepositoryScope,
  ref: string | undefined,
  path: string,
  hash = "",
): string => hrefs.project(place.account, place.project, "files", { ref, path, plain: "1" }, hash);

/** Address of the commits that touched a file or folder. */
export const historyHref = (place: RepositoryScope, ref: string, path: string): string =>
  hrefs.project(place.account, place.project, "commits", { ref, path });

export const commitHref = (place: RepositoryScope, sha: string): string =>
  hrefs.commit(place.account, place.project, sha);

/** Address at which a file of a branch is edited. */
export const editHref = (place: RepositoryScope, branch: string, path: string): string =>
  hrefs.project(place.account, place.project, "edit", { ref: branch, path });
