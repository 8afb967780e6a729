import { queryOptions, useQueries } from "@tanstack/react-query";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree, type TreeEntry } from "../../../shared/api/resources/repository.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { operationQuery, useOperation, useOperationAll } from "../../api/use-operation.ts";
import { copyText } from "../../ui/buttons/copy-button.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { shareUrl } from "../addresses/web-url.ts";
import { isEmpty } from "./needs-commits.tsx";
import { type FileMode, filesHref, type RepositoryScope } from "./repository-hrefs.ts";

/** The repository at the shown ref. */
export interface RepositoryAtRef extends RepositoryScope {
  /** As the address has it: a name, a hash, or a full name such as `refs/tags/1.1`. */
  readonly ref: string;
  /** Commit that the ref points at: what permalinks and caches name. */
  readonly commit: Commit;
  readonly defaultBranch: string | null;
  /** Whether the ref is a branch that this user may push to. */
  readonly editable: boolean;
}

type RepositoryState =
  | { readonly state: "loading" }
  | {
      readonly state: "failed";
      readonly error: unknown;
      readonly of: "project" | "ref";
      readonly ref: string;
      readonly retry: () => void;
    }
  | { readonly state: "empty"; readonly defaultBranch: string | null }
  | { readonly state: "ready"; readonly repository: RepositoryAtRef };

/** Reads the project and its ref. `asked` undefined means the default branch. */
export function useRepository(scope: RepositoryScope, requested: string | undefined): RepositoryState {
  const project = useOperation(getProject, { id: scope.project });
  const defaultBranch = project.data?.default_branch ?? null;
  const ref = requested ?? defaultBranch;
  const commit = useOperation(getCommit, ref === null ? null : { id: scope.project, sha: ref }, {
    keepPrevious: false,
  });
  // Services differ in what a name means that a branch and a tag have. Here it is the branch's.
  const mayBeBranch = ref !== null && readRefName(ref).kind !== "tag";
  const branch = useOperation(getBranch, mayBeBranch ? { id: scope.project, branch: shortRef(ref) } : null);
  if (project.error && !project.data) {
    return {
      state: "failed",
      error: project.error,
      of: "project",
      ref: ref ?? "",
      retry: () => void project.refetch(),
    };
  }
  if (!project.data) return { state: "loading" };
  if (ref === null || isEmpty(project.data)) return { state: "empty", defaultBranch };
  // Cached data stays while the service cannot be reached, but not once the ref is gone.
  if (commit.error && (!commit.data || toProblem(commit.error).code === "not_found")) {
    return { state: "failed", error: commit.error, of: "ref", ref, retry: () => void commit.refetch() };
  }
  if (!commit.data || (mayBeBranch && branch.isLoading)) return { state: "loading" };
  const editable = branch.data?.can_push === true && !project.data.archived;
  return {
    state: "ready",
    repository: { ...scope, ref, commit: branch.data?.commit ?? commit.data, defaultBranch, editable },
  };
}

/** A commit's folders never change. */
const unchanging = Number.POSITIVE_INFINITY;

const inputOf = ({ project, commit }: RepositoryAtRef, path: string) => ({
  id: project,
  ref: commit.id,
  per_page: 100,
  path: path || undefined,
});

/** Entries of a folder at the repository's commit; null requests nothing. */
export const useFolder = (repository: RepositoryAtRef, path: string | null) =>
  useOperationAll(listTree, path === null ? null : inputOf(repository, path), { staleTime: unchanging });

/** The query of {@link useFolder}, for reading a folder before it is shown. */
export const folderQuery = (repository: RepositoryAtRef, path: string) =>
  queryOptions({
    ...operationQuery(repository.account, listTree, inputOf(repository, path), "all"),
    staleTime: unchanging,
  });

interface FolderState {
  readonly entries: readonly TreeEntry[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Entries of several folders, by path. */
export function useFolders(
  repository: RepositoryAtRef,
  paths: readonly string[],
): ReadonlyMap<string, FolderState> {
  return useQueries({
    queries: paths.map((path) => folderQuery(repository, path)),
    combine: (results) =>
      new Map(
        results.map((result, i) => [
          paths[i] ?? "",
          { entries: result.data?.data, error: result.error, retry: () => void result.refetch() },
        ]),
      ),
  });
}

/** Returns what an entry of a folder is, by its type and mode. */
export const entryKind = ({ type, mode }: TreeEntry): "directory" | "submodule" | "symlink" | "file" =>
  type === "tree" ? "directory" : type === "commit" ? "submodule" : mode === "120000" ? "symlink" : "file";

/** Returns the address of lines, a file or a folder at the shown commit, which later commits do not change. */
export const permalink = (
  repository: RepositoryScope & { readonly commit: { readonly id: string } },
  path: string,
  hash: string,
  mode: FileMode | null = null,
): string => filesHref(repository, repository.commit.id, path, hash, mode);

/** Copies an address that names the commit, so that it always shows the same lines. */
export async function copyPermalink(
  repository: RepositoryAtRef,
  path: string,
  hash: string,
  mode?: FileMode | null,
): Promise<void> {
  if (await copyText(shareUrl(permalink(repository, path, hash, mode)))) {
    toast.success("Copied the permalink", { description: `It names commit ${repository.commit.short_id}.` });
  } else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
