import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { listPipelines, type Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../api/account-context.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { firstByCommit, reachesBack } from "./pipelines-by-commit.ts";
import { idleMs } from "./poll-intervals.ts";
import { isActiveStatus } from "./status-style.ts";

const perPage = 100;
/** Pages that are read at most: commits whose pipelines are further back are shown without. */
const maxPages = 10;
/** Milliseconds between two reads of the newest page, while something runs and else. */
const refetchMs = { active: 5_000, idle: idleMs } as const;

export interface VisibleCommits {
  /** Full path. */
  readonly project: string;
  /** Branch or tag whose pipelines count; all where undefined. */
  readonly ref?: string | undefined;
  /** Time of the oldest commit in view, undefined while none is. */
  readonly oldest: string | undefined;
}

/**
 * Returns the newest pipeline of a commit, of a ref before others. Pipelines are read as lists of a hundred, as far back as
 * the commits in view go: a pipeline is never older than its commit.
 */
export function usePipelineStates({ project, ref, oldest }: VisibleCommits) {
  const account = useAccountId();
  const scope = `${account} ${project} ${ref ?? ""}`;
  const [read, setRead] = useState({ scope, pages: 1 });
  const pages = read.scope === scope ? read.pages : 1;
  const isAsked = oldest !== undefined && account !== "";
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...operationQuery(account, listPipelines, {
        id: project,
        per_page: perPage,
        page: index + 1,
        ...(ref === undefined ? {} : { ref }),
      }),
      enabled: isAsked,
      staleTime: index === 0 ? refetchMs.active : refetchMs.idle,
      refetchInterval: ({ state }: { state: { data?: { data: readonly Pipeline[] } | undefined } }) =>
        index > 0 || !state.data
          ? (false as const)
          : refetchMs[state.data.data.some(({ status }) => isActiveStatus(status)) ? "active" : "idle"],
    })),
    combine: (all) => ({
      lists: all.map(({ data }) => data?.data),
      isSettled: all.every(({ isPending }) => !isPending),
    }),
  });
  const last = results.lists.at(-1);
  useEffect(() => {
    if (!last || pages >= maxPages || last.length < perPage || reachesBack(last, oldest)) return;
    setRead({ scope, pages: pages + 1 });
  }, [last, pages, oldest, scope]);
  const { lists } = results;
  const find = useMemo(() => firstByCommit(lists.flatMap((list) => list ?? [])), [lists]);
  return { find, isSettled: results.isSettled };
}
