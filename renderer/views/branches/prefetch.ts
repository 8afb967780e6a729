import type { QueryClient } from "@tanstack/react-query";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { prefetch } from "../../api/prefetch.ts";
import { latestDistancesQuery } from "./latest-distances.ts";

/** The call that lists branches, all or those that match a search. */
export const branchesInput = (project: string, search: string | undefined) => ({
  id: project,
  per_page: 100,
  ...(search ? { search } : {}),
});

/** Begins to read what the view of a project's branches shows first. */
export function prefetchBranches(
  client: QueryClient,
  { account, project }: { readonly account: string; readonly project: string },
  { search }: { readonly [name: string]: string | undefined },
): void {
  prefetch(client, account, (read) =>
    Promise.all([
      read(listBranches, branchesInput(project, search), "all"),
      client.ensureQueryData(latestDistancesQuery(account, project)),
    ]),
  );
}
