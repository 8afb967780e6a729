import { useState } from "react";
import { listBranches } from "../../shared/api/branches.ts";
import { useOperation } from "./use-operation.ts";

/** Branches of a project for a list that searches as one types; nothing is asked for while it is closed. */
export function useBranchSearch(project: string) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const { data, isFetching } = useOperation(
    listBranches,
    open ? { id: project, per_page: 50, ...(query ? { search: query } : {}) } : null,
    { keepPrevious: true },
  );
  return {
    names: (data ?? []).map(({ name }) => name),
    onQuery: setQuery,
    onOpenChange: setOpen,
    loading: isFetching,
  };
}
