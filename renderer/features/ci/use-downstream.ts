import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Bridge, Job } from "../../../shared/api/resources/job-shapes.ts";
import { listPipelineBridges, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { listPipelines, type Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { isEndedStatus } from "../../../shared/ci/ended-status.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useAccountId } from "../../api/account-context.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { fetchOperation, requestOperation } from "../../api/fetch-operation.ts";
import { pollMs } from "./use-live-pipelines.ts";

/** Pipelines that are read below one at most, and how far down. */
const maxPipelines = 30;
const maxLevels = 4;

type StartedPipeline = NonNullable<Bridge["downstream_pipeline"]>;

/** A pipeline that a job of another one started, with what is below it. */
export interface Downstream extends PipelineBelow {
  readonly bridge: Bridge;
  readonly pipeline: StartedPipeline;
  /** Full path of its project, null where that cannot be read. */
  readonly project: string | null;
  /** All attempts. */
  readonly jobs: readonly Job[];
}

interface PipelineBelow {
  /** Jobs that start pipelines. */
  readonly bridges: readonly Bridge[];
  readonly downstream: readonly Downstream[];
}

const nothing: PipelineBelow = { bridges: [], downstream: [] };

interface Reading {
  readonly account: string;
  readonly client: QueryClient;
  readonly signal: AbortSignal;
  /** Pipelines that were read before, by id: an ended one stays as it is. */
  readonly known: ReadonlyMap<number, Downstream>;
  left: number;
}

/**
 * Reads the jobs of a pipeline that start others, with those and what is below them, and keeps them current until all have ended. A service
 * without such jobs has none.
 */
export function useDownstream(project: string, pipeline: number, isEnabled = true): PipelineBelow {
  const account = useAccountId();
  const client = useQueryClient();
  const [refetchInterval, setRefetchInterval] = useState<number>();
  const queryKey = ["operation", account, "downstream pipelines", "one", { project, pipeline }];
  const { data } = useQuery({
    queryKey,
    enabled: isEnabled,
    retry: false,
    meta: { reads: listPipelineBridges.reads },
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
    queryFn: ({ signal }): Promise<PipelineBelow> => {
      const before = client.getQueryData<PipelineBelow>(queryKey) ?? nothing;
      const known = new Map(allBelow(before).map((each) => [each.pipeline.id, each]));
      return readBelow({ account, client, signal, known, left: maxPipelines }, project, pipeline, maxLevels);
    },
  });
  const found = data ?? nothing;
  const all = useMemo(() => allBelow(found), [found]);
  const next = pollMs(
    [...found.bridges, ...all.map((each) => each.pipeline), ...all.flatMap((each) => each.bridges)].map(
      ({ status }) => status,
    ),
  );
  if (next !== refetchInterval) setRefetchInterval(next);
  return found;
}

/** Returns all pipelines below one, each before those below it. */
export const allBelow = ({ downstream }: PipelineBelow): Downstream[] =>
  downstream.flatMap((each) => [each, ...allBelow(each)]);

async function readBelow(
  reading: Reading,
  project: string,
  pipeline: number,
  levels: number,
): Promise<PipelineBelow> {
  const bridges = await readBridges(reading, project, pipeline);
  const downstream: Downstream[] = [];
  for (const bridge of bridges) {
    const started = bridge.downstream_pipeline;
    if (!started || levels === 0 || --reading.left < 0) continue;
    downstream.push(await readOne(reading, project, { bridge, pipeline: started }, levels));
  }
  return { bridges, downstream };
}

async function readOne(
  reading: Reading,
  parent: string,
  { bridge, pipeline }: Pick<Downstream, "bridge" | "pipeline">,
  levels: number,
): Promise<Downstream> {
  const { account, signal } = reading;
  const before = reading.known.get(pipeline.id);
  const isSame =
    pipeline.updated_at != null &&
    before?.pipeline.updated_at === pipeline.updated_at &&
    [before.pipeline, ...allBelow(before).map((each) => each.pipeline)].every(({ status }) =>
      isEndedStatus(status),
    );
  if (before && isSame) return { ...before, bridge, pipeline };
  const project = await readPath(reading, parent, pipeline.project_id);
  if (project === null) return { bridge, pipeline, project, jobs: [], ...nothing };
  const input = { id: project, pipeline_id: pipeline.id, include_retried: true, per_page: 100 };
  const { data: jobs } = await requestOperation(account, listPipelineJobs, input, { signal, pages: "all" });
  return { bridge, pipeline, project, jobs, ...(await readBelow(reading, project, pipeline.id, levels - 1)) };
}

/** Reads the jobs of a pipeline that start others; none where the service has no such operation or refuses it. */
async function readBridges(
  { account, signal }: Pick<Reading, "account" | "signal">,
  project: string,
  pipeline: number,
): Promise<readonly Bridge[]> {
  const input = { id: project, pipeline_id: pipeline, per_page: 100 };
  try {
    const { data } = await requestOperation(account, listPipelineBridges, input, { signal, pages: "all" });
    return data.toSorted((a, b) => a.id - b.id);
  } catch (error) {
    const { status } = toProblem(error);
    if (status !== undefined && [403, 404, 405, 501].includes(status)) return [];
    throw error;
  }
}

/** Returns the full path of a project by its id, null where it cannot be read. */
async function readPath(
  { account, client }: Reading,
  parent: string,
  id: number | undefined,
): Promise<string | null> {
  if (id === undefined) return parent;
  try {
    return await client.fetchQuery({
      queryKey: ["project-path", account, id],
      queryFn: async ({ signal }) =>
        (await fetchOperation(account, getProject, { id }, signal)).path_with_namespace,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    });
  } catch (error) {
    const { status } = toProblem(error);
    if (status === 403 || status === 404) return null;
    throw error;
  }
}

/** Pipelines of a commit whose jobs are searched for the one that started another pipeline. */
const maxCandidates = 10;

/**
 * Finds the pipeline that a child pipeline is below: services do not name it, but list the jobs that start pipelines below
 * each pipeline of the same commit. Null for other pipelines, and where it is not found.
 */
export function useParentPipeline(
  project: string,
  child: Pick<Pipeline, "id" | "sha"> & Optional<Pick<Pipeline, "source">>,
): Pipeline | null {
  const account = useAccountId();
  const { data } = useQuery({
    queryKey: ["parent-pipeline", account, project, child.id],
    enabled: child.source === "parent_pipeline",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<Pipeline | null> => {
      const { id, sha } = child;
      const own = await fetchOperation(account, listPipelines, { id: project, sha, per_page: 20 }, signal);
      const nested = { id: project, sha, source: "parent_pipeline", per_page: 20 };
      const children = await fetchOperation(account, listPipelines, nested, signal);
      const candidates = [...own, ...children]
        .filter((each) => each.id < id)
        .toSorted((a, b) => b.id - a.id)
        .slice(0, maxCandidates);
      for (const candidate of candidates) {
        const bridges = await readBridges({ account, signal }, project, candidate.id);
        if (bridges.some((bridge) => bridge.downstream_pipeline?.id === id)) return candidate;
      }
      return null;
    },
  });
  return data ?? null;
}
