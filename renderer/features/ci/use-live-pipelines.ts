import { useEffect, useState } from "react";
import type { InputOf } from "../../../shared/api/operation.ts";
import { listMergeRequestPipelines, listPipelines, type Pipeline } from "../../../shared/api/pipelines.ts";
import { useOperation } from "../../api/use-operation.ts";
import { isActiveStatus } from "./status-look.ts";

/** Milliseconds after which a list is read again, while something in it goes on and else. */
const intervals = { active: 4_000, idle: 60_000 } as const;

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
  const [active, setActive] = useState(false);
  const refetchInterval = intervals[active ? "active" : "idle"];
  const { data, error } = useOperation(listPipelines, input, { refetchInterval, account });
  const isActive = hasActive(data);
  useEffect(() => setActive(isActive), [isActive]);
  return { data, error };
}

/** The newest pipelines of a merge request, kept current while they are on screen; null requests nothing. */
export function useMergeRequestPipelines(
  input: InputOf<typeof listMergeRequestPipelines> | null,
): LivePipelines {
  const [active, setActive] = useState(false);
  const refetchInterval = intervals[active ? "active" : "idle"];
  const { data, error } = useOperation(listMergeRequestPipelines, input, { refetchInterval });
  const isActive = hasActive(data);
  useEffect(() => setActive(isActive), [isActive]);
  return { data, error };
}

const hasActive = (pipelines: readonly Pipeline[] | undefined): boolean =>
  pipelines?.some(({ status }) => isActiveStatus(status)) ?? false;
