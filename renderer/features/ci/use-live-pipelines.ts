import { useEffect, useState } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import type { MergeRequest, MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  listMergeRequestPipelines,
  listPipelines,
  type Pipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import { useOperation } from "../../api/use-operation.ts";
import { isActiveStatus } from "./ci-status.tsx";

/** Milliseconds after which running jobs and pipelines are read again, while the window is visible. */
export const liveMs = 3000;

/** Milliseconds after which ended jobs and pipelines are read again: others may restart them, or add to a list. */
export const idleMs = 60_000;

/** Returns the polling interval for these states, undefined where all have ended. */
export function pollMs(statuses: readonly string[]): number | undefined {
  if (statuses.some(isActiveStatus)) return liveMs;
  return statuses.every(isEndedStatus) ? undefined : idleMs;
}

/** Polling intervals of a list in milliseconds: while something in it runs, and otherwise. */
const intervals = { active: 4_000, idle: idleMs } as const;
type Pace = keyof typeof intervals;

interface LivePipelines {
  /** Newest first. */
  readonly data: readonly Pipeline[] | undefined;
  readonly error: unknown;
}

/** One page of a project's pipelines, kept current while it is on screen; `input` null requests nothing. */
export function useLivePipelines(
  input: InputOf<typeof listPipelines> | null,
  account?: string,
): LivePipelines {
  const [pace, setPace] = useState<Pace | null>(null);
  const refetchInterval = pace ? intervals[pace] : undefined;
  const { data, error } = useOperation(listPipelines, input, { refetchInterval, account });
  const next = paceOf(data);
  useEffect(() => setPace(next), [next]);
  return { data, error };
}

/** The newest pipelines of a merge request, kept current while they are on screen; null requests nothing. */
function useMergeRequestPipelines(input: InputOf<typeof listMergeRequestPipelines> | null): LivePipelines {
  const [pace, setPace] = useState<Pace | null>(null);
  const refetchInterval = pace ? intervals[pace] : undefined;
  const { data, error } = useOperation(listMergeRequestPipelines, input, { refetchInterval });
  const next = paceOf(data);
  useEffect(() => setPace(next), [next]);
  return { data, error };
}

/** Returns null before the first response: what a service refuses is not requested again and again. */
const paceOf = (pipelines: readonly Pipeline[] | undefined): Pace | null =>
  pipelines ? (pipelines.some(({ status }) => isActiveStatus(status)) ? "active" : "idle") : null;

/** The pipeline of a merge request's last commit, kept current; null where there is none, undefined until it is known. */
export function useHeadPipeline(
  project: string,
  mergeRequest: MergeRequest | MergeRequestDetail | undefined,
): Pick<Pipeline, "id" | "status" | "project_id"> | null | undefined {
  const input = mergeRequest && { id: project, merge_request_iid: mergeRequest.iid, per_page: 20 };
  const { data, error } = useMergeRequestPipelines(input ?? null);
  const own = data?.filter(({ sha }) => sha === mergeRequest?.sha);
  const found = own?.find(({ source }) => source === "merge_request_event") ?? own?.[0];
  // A pipeline of the merged result runs a commit of its own: only the detail names it.
  const named = mergeRequest ? headOf(mergeRequest) : null;
  const head = found ?? data?.find(({ id }) => id === named?.id) ?? named;
  if (head) return head;
  return data || error ? null : undefined;
}

const headOf = (mergeRequest: MergeRequest | MergeRequestDetail): MergeRequestDetail["head_pipeline"] =>
  "user" in mergeRequest ? (mergeRequest as MergeRequestDetail).head_pipeline : null;

/** Returns how a pipeline is called, such as `Pipeline #12 (Nightly)`, by the name that `workflow: name` gave it. */
export const pipelineName = ({ id, name }: Pick<Pipeline, "id" | "name">): string =>
  name ? `Pipeline #${id} (${name})` : `Pipeline #${id}`;
