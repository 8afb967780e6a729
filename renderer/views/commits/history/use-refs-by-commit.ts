import { useMemo } from "react";
import { listBranches } from "../../../../shared/api/resources/branches.ts";
import { listTags } from "../../../../shared/api/resources/tags.ts";
import { useOperation } from "../../../api/use-operation.ts";

/** A branch or tag that points at a commit. */
export interface CommitRef {
  readonly kind: "branch" | "tag";
  readonly name: string;
}

/** The most recently updated refs of each kind that are requested: their commits are near the top of a history. */
const maxRefs = 100;

/** Returns the branches and tags that point at each commit, by its id. */
export function useRefsByCommit(project: string): ReadonlyMap<string, readonly CommitRef[]> {
  const branches = useOperation(listBranches, { id: project, sort: "updated_desc", per_page: maxRefs }).data;
  const tags = useOperation(listTags, {
    id: project,
    order_by: "updated",
    sort: "desc",
    per_page: maxRefs,
  }).data;
  return useMemo(
    () =>
      refsByCommit([
        ...(branches ?? []).map(({ name, commit }) => ({ kind: "branch" as const, name, id: commit.id })),
        ...(tags ?? []).map(({ name, commit }) => ({ kind: "tag" as const, name, id: commit.id })),
      ]),
    [branches, tags],
  );
}

/** Groups refs by the commit that they point at, in their order. */
export function refsByCommit(
  refs: readonly (CommitRef & { readonly id: string })[],
): ReadonlyMap<string, readonly CommitRef[]> {
  const found = new Map<string, CommitRef[]>();
  for (const { id, kind, name } of refs) {
    const known = found.get(id);
    if (known) known.push({ kind, name });
    else found.set(id, [{ kind, name }]);
  }
  return found;
}
