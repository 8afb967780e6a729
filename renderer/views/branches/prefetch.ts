import type { QueryClient } from "@tanstack/react-query";
import { getBranch, listBranches } from "../../../shared/api/resources/branches.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { prefetch } from "../../api/use-operation.ts";
import { latestDistancesQuery } from "./read-distances.ts";

export const branchesPerPage = 100;

/** The call that lists branches, all or those that match a search. */
export const branchesInput = (project: string, search: string | undefined) => ({
  id: project,
  per_page: branchesPerPage,
  search: search || undefined,
});

/** The call for the latest of them. */
export const latestBranchesInput = (project: string, search: string | undefined) =>
  ({ ...branchesInput(project, search), sort: "updated_desc" }) as const;

/** Begins to read what the view of a project's branches shows first. */
export function prefetchBranches(
  client: QueryClient,
  { account, project }: { readonly account: string; readonly project: string },
  { search }: { readonly [name: string]: string | undefined },
): void {
  void prefetch(client, account, async (read) => {
    const readBranches = async () => {
      const [latest, { default_branch: name }] = await Promise.all([
        read(listBranches, latestBranchesInput(project, search)),
        read(getProject, { id: project }),
      ]);
      // Distances are shown beside the default branch, which may be older than the latest ones.
      const isListed = latest.some((branch) => branch.default);
      if (name && !isListed) await read(getBranch, { id: project, branch: name });
    };
    await Promise.all([client.ensureQueryData(latestDistancesQuery(account, project)), readBranches()]);
  });
}
