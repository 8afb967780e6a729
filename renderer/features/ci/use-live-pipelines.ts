import { useEffect, useState } from "react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  listMergeRequestPipelines,
  listPipelines,
  type Pipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { useOperation } from "../../api/use-operation.ts";
import { idleMs } from "./poll-intervals.ts";
import { isActiveStatus } from "./status-style.ts";

/** Polling intervals of a list in milliseconds: while something in it runs, and otherwise. */
const intervals = { active: 4_000, idle: idleMs } as const;
type Pace = keyof typeof intervals;

export interface LivePipelines {
  /** Newest first. */
  readonly data: readonly Pipeline[] | undefined;
  readonly error: unknown;
}

/** One page of a project's pipelines, kept current while it is on screen; `input` null requests nothing. */
export function useLivePipelines(
  input: InputOf<typeof listPipelines> | null,
  account?: string | undefined,
): LivePipelines {
  const [pace, setPace] = useState<Pace | null>(null);
  const refetchInterval = pace ? intervals[pace] : undefined;
  const { data, error } = useOperation(listPipelines, input, { refetchInterval, account });
  const next = paceOf(data);
  useEffect(() => setPace(next), [next]);
  return { data, error };
}

/** The newest pipelines of a merge request, kept current while they are on screen; null requests nothing. */
export function useMergeRequestPipelines(
  input: InputOf<typeof listMergeRequestPipelines> | null,
): LivePipelines {
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
