import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { listPipelines, type Pipeline } from "../../../shared/api/resources/pipelines.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useAccountId } from "../../api/account-context.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { isActiveStatus } from "./ci-status.tsx";
import { idleMs } from "./use-live-pipelines.ts";

const perPage = 100;
/** Pages that are read at most: commits whose pipelines are further back are shown without. */
const maxPages = 10;
/** Milliseconds between two reads of the newest page, while something runs and else. */
const refetchMs = { active: 5_000, idle: idleMs } as const;

interface VisibleCommits
  extends Optional<{
    /** Branch or tag whose pipelines count; all where undefined. */
    ref: string;
  }> {
  /** Full path. */
  readonly project: string;
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
        ref,
      }),
      enabled: isAsked,
      staleTime: index === 0 ? refetchMs.active : refetchMs.idle,
      refetchInterval: ({ state }: { state: { data: { data: readonly Pipeline[] } | undefined } }) =>
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

/** Returns whether a list of pipelines, newest first, reaches back before `time`. */
export function reachesBack(list: readonly Pipeline[], time: string | undefined): boolean {
  const created = list.at(-1)?.created_at;
  if (time === undefined || created == null) return true;
  return Date.parse(created) < Date.parse(time);
}

/** Returns how to find the first pipeline of a commit in a list, one of `ref` before others. */
export function firstByCommit(
  pipelines: readonly Pipeline[],
): (sha: string, ref?: string) => Pipeline | undefined {
  const known = new Map<string, Pipeline>();
  for (const pipeline of pipelines) {
    for (const key of [pipeline.sha, `${pipeline.sha} ${pipeline.ref}`]) {
      if (!known.has(key)) known.set(key, pipeline);
    }
  }
  return (sha, ref) => known.get(`${sha} ${ref}`) ?? known.get(sha);
}
