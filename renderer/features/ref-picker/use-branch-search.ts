import { useState } from "react";
import { type Branch, listBranches } from "../../../shared/api/resources/branches.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";

/** Branches of a project for a list that searches as one types, the default one first; reads nothing while closed. */
export function useBranchSearch(project: string) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const details = useOperation(getProject, open ? { id: project } : null);
  const { data, isFetching, error } = useOperation(
    listBranches,
    open ? { id: project, per_page: 50, search: query || undefined } : null,
    { keepPrevious: true },
  );
  return {
    names: defaultFirst(data ?? [], details.data?.default_branch ?? null, query),
    onQuery: setQuery,
    onOpenChange: setOpen,
    loading: isFetching,
    problem: problemText(error),
  };
}

/**
 * Names of listed branches with the default one first. Services list branches by name and in pages, so that it may be
 * missing from the first page: it is added where it contains what is searched.
 */
export function defaultFirst(
  branches: readonly Pick<Branch, "name" | "default">[],
  defaultBranch: string | null,
  search: string,
): string[] {
  const names = branches.map(({ name }) => name);
  const first = branches.find((branch) => branch.default)?.name ?? defaultBranch;
  if (first === null || !(names.includes(first) || (branches.length > 0 && first.includes(search))))
    return names;
  return [first, ...names.filter((name) => name !== first)];
}
