import { branchOf } from "../../../shared/text/ref-name.ts";
import { hrefs } from "../addresses/hrefs.ts";

/** A project of an account, as the address names it. */
export interface RepositoryScope {
  readonly account: string;
  /** Full path of the project. */
  readonly project: string;
}

/** Content of a file that is shown: the source of a document instead of its rendering, or the source with its blame. */
export type FileMode = "source" | "blame";

/** Address of a file or folder at a ref, with lines such as `L3-9`. */
export const filesHref = (
  scope: RepositoryScope,
  ref: string | undefined,
  path: string,
  hash = "",
  mode?: FileMode | null,
): string =>
  hrefs.project(
    scope.account,
    scope.project,
    "files",
    { ref, path, plain: mode === "source" ? "1" : "", blame: mode === "blame" ? "1" : "" },
    hash,
  );

/** Address of the commits that touched a file or folder. */
export const historyHref = (scope: RepositoryScope, ref: string, path: string): string =>
  hrefs.project(scope.account, scope.project, "commits", { ref, path });

export const commitHref = (scope: RepositoryScope, sha: string): string =>
  hrefs.commit(scope.account, scope.project, sha);

/** Address at which a file of a branch is edited, with its preview beside it where that is wanted. */
export const editHref = (
  scope: RepositoryScope,
  branch: string,
  path: string,
  beside: "preview" | "" = "",
): string => hrefs.project(scope.account, scope.project, "edit", { ref: branchOf(branch), path, beside });

/** Address at which a file opens: in the editor, or to be read. */
export const fileHref = (
  scope: RepositoryScope,
  ref: string,
  path: string,
  editing: boolean,
  hash = "",
): string => (editing ? editHref(scope, ref, path) : filesHref(scope, ref, path, hash));
