import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import { listJobs } from "../../../../shared/api/resources/jobs.ts";
import { listMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { listTodos } from "../../../../shared/api/resources/todos.ts";
import type { Account } from "../../../../shared/host/accounts.ts";
import type { Prefetch } from "../../../api/use-operation.ts";
import { useHostState } from "../../../state/host-state.ts";
import { type RecentProject, useRecentProjects } from "../../../state/recent-projects.ts";

const open = { state: "opened", order_by: "updated_at", per_page: 20 } as const;

/** Inputs of the lists of an account's merge requests. */
export const mergeRequestLists = {
  assigned: { ...open, scope: "assigned_to_me" },
  reviewing: ({ check }: Account) => ({ ...open, scope: "all" as const, reviewer_id: check?.user.id }),
  created: { ...open, scope: "created_by_me" },
} as const;

/** Input of the list of an account's to-dos that are pending. */
export const pendingTodos = { state: "pending", per_page: 100 } as const;

/** Input of the list of a project's failed jobs. */
export const failedJobs = (project: string): InputOf<typeof listJobs> => ({
  id: project,
  scope: ["failed"],
  per_page: 20,
});

/** Projects of an account whose failed jobs are read: services list jobs by project alone. */
const maxProjects = 3;

/** Returns the projects of an account whose failed jobs are read: the first of the pinned and recent ones. */
export function projectsOf(account: Account, known: readonly RecentProject[]): readonly string[] {
  const own = known.flatMap((entry) => (entry.account === account.id ? [entry.path] : []));
  return [...new Set(own)].slice(0, maxProjects);
}

/** Reads what needs the user now, over all accounts that are known; a service that lacks a list keeps none of the others. */
export async function readWork(of: (account: string) => Prefetch): Promise<void> {
  const { pinned, recent } = useRecentProjects.getState();
  const accounts = useHostState.getState().accounts ?? [];
  await Promise.allSettled(
    accounts.flatMap((account) => {
      const read = of(account.id);
      const { assigned, reviewing, created } = mergeRequestLists;
      const lists = [assigned, created, ...(account.check ? [reviewing(account)] : [])];
      return [
        ...lists.map((input) => read(listMergeRequests, input)),
        read(listTodos, pendingTodos),
        ...projectsOf(account, [...pinned, ...recent]).map((project) => read(listJobs, failedJobs(project))),
      ];
    }),
  );
}
