import { hrefs } from "../addresses/hrefs.ts";

/** A project of an account, as the address names it. */
export interface RepositoryScope {
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
}

/** Address of a file or folder at a ref, with lines such as `L3-9`. */
export const filesHref = (scope: RepositoryScope, ref: string | undefined, path: string, hash = ""): string =>
  hrefs.project(scope.account, scope.project, "files", { ref, path }, hash);

/** Address of the source of a document instead of its rendering. */
export const sourceHref = (
  scope: RepositoryScope,
  ref: string | undefined,
  path: string,
  hash = "",
): string => hrefs.project(scope.account, scope.project, "files", { ref, path, plain: "1" }, hash);

/** Address of the commits that touched a file or folder. */
export const historyHref = (scope: RepositoryScope, ref: string, path: string): string =>
  hrefs.project(scope.account, scope.project, "commits", { ref, path });

export const commitHref = (scope: RepositoryScope, sha: string): string =>
  hrefs.commit(scope.account, scope.project, sha);

/** Address at which a file of a branch is edited. */
export const editHref = (scope: RepositoryScope, branch: string, path: string): string =>
  hrefs.project(scope.account, scope.project, "edit", { ref: branch, path });

/** Address at which a file opens: in the editor, or to be read. */
export const fileHref = (
  scope: RepositoryScope,
  ref: string,
  path: string,
  editing: boolean,
  hash = "",
): string => (editing ? editHref(scope, ref, path) : filesHref(scope, ref, path, hash));
