import { getBranch } from "../../../shared/api/resources/branches.ts";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { toProblem } from "../../api/host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { isEmpty } from "./needs-commits.tsx";
import type { RepositoryScope } from "./repository-hrefs.ts";

/** The repository at the shown ref. */
export interface Repository extends RepositoryScope {
  /** As the address has it: a name, a hash, or a full name such as `refs/tags/1.1`. */
  readonly ref: string;
  /** Commit that the ref points at: what permalinks and caches name. */
  readonly commit: Commit;
  readonly defaultBranch: string | null;
  /** Whether the ref is a branch that this user may push to. */
  readonly editable: boolean;
}

export type RepositoryState =
  | { readonly state: "loading" }
  | {
      readonly state: "failed";
      readonly error: unknown;
      readonly of: "project" | "ref";
      readonly ref: string;
      readonly retry: () => void;
    }
  | { readonly state: "empty"; readonly defaultBranch: string | null }
  | { readonly state: "ready"; readonly repository: Repository };

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
