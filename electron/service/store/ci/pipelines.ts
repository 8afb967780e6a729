import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, intOrNull, parseCell, parseColumn, parseCount, text, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const pipelineRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
    iid: z.int(),
    name: textOrNull,
    sha: z.string(),
    before_sha: textOrNull,
    ref: z.string(),
    tag: flag,
    source: z.string(),
    status: z.string(),
    error: textOrNull,
    user_id: intOrNull,
    merge_request_id: intOrNull,
    schedule_id: intOrNull,
    source_job_id: intOrNull,
    created_at: z.string(),
    updated_at: z.string(),
    started_at: textOrNull,
    finished_at: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    iid: row.iid,
    /** Name that `workflow: name` of its file gives it, null without one. */
    name: row.name,
    sha: row.sha,
    /** Commit that its ref was at before, null where a push did not move it or made it. */
    before: row.before_sha,
    ref: row.ref,
    tag: row.tag,
    source: row.source,
    status: row.status,
    /** Reason why `.gitlab-ci.yml` could not be used, null where it could. */
    error: row.error,
    userId: row.user_id,
    /** The merge request that it was started for, null for that of a branch or tag. */
    mergeRequestId: row.merge_request_id,
    /** The schedule that started it, null for others and once that was deleted. */
    scheduleId: row.schedule_id,
    /** The job of another pipeline that started it, null for others and once that was deleted. */
    sourceJobId: row.source_job_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }));

/** The jobs that one commit of a branch or tag started. */
export type Pipeline = Readonly<z.output<typeof pipelineRow>>;

const toPipelines = (rows: readonly unknown[]): Pipeline[] => rows.map((row) => pipelineRow.parse(row));

/** Returns the pipeline of an id in a project, null where there is none. */
export function findPipeline(store: Store, projectId: number, id: number): Pipeline | null {
  const row = store.get("SELECT * FROM pipelines WHERE project_id = ? AND id = ?", projectId, id);
  return row ? pipelineRow.parse(row) : null;
}

/** Returns the state of a pipeline, null where there is none. */
export const pipelineStatusOf = (store: Store, id: number): string | null =>
  parseCell("status", text, store.get("SELECT status FROM pipelines WHERE id = ?", id));

/** Filters of a list of pipelines; what is undefined matches all. */
export type PipelineQuery = Optional<{
  status: string;
  ref: string;
  /** Whether the ref is a tag. */
  tag: boolean;
  sha: string;
  source: string;
  /** User who started it. */
  userId: number;
  scheduleId: number;
  /** The oldest first. */
  isAscending: boolean;
}>;

/** Child pipelines are listed where they are asked for by their source. */
const childSource = "parent_pipeline";

/** Returns one page of a project's pipelines, newest first, and their number. */
export function listPipelineRows(
  store: Store,
  projectId: number,
  query: PipelineQuery,
  page: PageNumber,
): PipelinePage {
  const where = `FROM pipelines WHERE project_id = ?1 AND (?2 IS NULL OR status = ?2) AND (?3 IS NULL OR ref = ?3)
    AND (?4 IS NULL OR sha = ?4) AND (source = ?5 OR (?5 IS NULL AND source <> '${childSource}'))
    AND (?6 IS NULL OR user_id = ?6) AND (?7 IS NULL OR tag = ?7)
    AND (?8 IS NULL OR schedule_id = ?8)`;
  const values = [
    projectId,
    query.status ?? null,
    query.ref ?? null,
    query.sha ?? null,
    query.source ?? null,
    query.userId ?? null,
    query.tag === undefined ? null : Number(query.tag),
    query.scheduleId ?? null,
  ] as const;
  return pageOfPipelines(store, where, values, page, query.isAscending ? "ASC" : "DESC");
}

interface PageNumber {
  readonly number: number;
  readonly perPage: number;
}

/** One page of pipelines, and the number of all. */
export interface PipelinePage {
  readonly items: Pipeline[];
  readonly total: number;
}

const pageOfPipelines = (
  store: Store,
  where: string,
  values: readonly (string | number | null)[],
  page: PageNumber,
  order: "ASC" | "DESC" = "DESC",
): PipelinePage => ({
  items: toPipelines(
    store.all(
      `SELECT * ${where} ORDER BY id ${order} LIMIT ?${values.length + 1} OFFSET ?${values.length + 2}`,
      ...values,
      page.perPage,
      (page.number - 1) * page.perPage,
    ),
  ),
  total: parseCount("total", store.get(`SELECT count(*) AS total ${where}`, ...values)),
});

/** Pipelines of a merge request: its own, and those of its source branch at its versions. */
export interface MergeRequestPipelines {
  readonly mergeRequestId: number;
  /** Null where the source's pipelines are not to be listed. */
  readonly sourceProjectId: number | null;
  readonly sourceBranch: string;
  readonly shas: readonly string[];
}

const ofMergeRequest = `FROM pipelines WHERE source <> '${childSource}' AND (merge_request_id = ?1
  OR (project_id = ?2 AND ref = ?3 AND tag = 0 AND sha IN (SELECT value FROM json_each(?4))))`;

const mergeRequestValues = (query: MergeRequestPipelines) =>
  [query.mergeRequestId, query.sourceProjectId, query.sourceBranch, JSON.stringify(query.shas)] as const;

/** Returns one page of a merge request's pipelines, newest first, and their number. */
export const listPipelinesOfMergeRequest = (
  store: Store,
  query: MergeRequestPipelines,
  page: PageNumber,
): PipelinePage => pageOfPipelines(store, ofMergeRequest, mergeRequestValues(query), page);

/** Returns the newest pipeline of a merge request's last commit, one of its own before that of its branch. */
export function headPipelineOf(store: Store, query: MergeRequestPipelines): Pipeline | null {
  const row = store.get(
    `SELECT * ${ofMergeRequest} AND sha = ?5 ORDER BY merge_request_id IS NULL, id DESC LIMIT 1`,
    ...mergeRequestValues(query),
    query.shas[0] ?? null,
  );
  return row ? pipelineRow.parse(row) : null;
}

/** Returns the pipelines before this one that pushes to the same ref started and that have not ended. */
export const listOlderActivePipelines = (store: Store, pipeline: Pipeline): Pipeline[] =>
  toPipelines(
    store.all(
      `SELECT * FROM pipelines WHERE project_id = ? AND ref = ? AND tag = ? AND id < ?
         AND source IN ('push', 'merge_request_event')
         AND status NOT IN ('success', 'failed', 'canceled', 'skipped')`,
      pipeline.projectId,
      pipeline.ref,
      Number(pipeline.tag),
      pipeline.id,
    ),
  );

/** Returns the ids of the pipelines whose jobs have not ended, oldest first. */
export const listUnfinishedPipelines = (store: Store): number[] =>
  parseColumn(
    "id",
    z.int(),
    store.all(
      `SELECT id FROM pipelines WHERE status NOT IN ('success', 'failed', 'canceled', 'skipped')
         AND EXISTS (SELECT 1 FROM jobs WHERE pipeline_id = pipelines.id) ORDER BY id`,
    ),
  );

/** Returns whether a pipeline was started for a merge request at a commit. */
export const hasMergeRequestPipeline = (store: Store, mergeRequestId: number, sha: string): boolean =>
  store.get("SELECT 1 FROM pipelines WHERE merge_request_id = ? AND sha = ?", mergeRequestId, sha) !==
  undefined;

/** Returns the newest pipeline of a commit, null where there is none. */
export function lastPipelineOf(store: Store, projectId: number, sha: string): Pipeline | null {
  const row = store.get(
    "SELECT * FROM pipelines WHERE project_id = ? AND sha = ? AND source <> ? ORDER BY id DESC LIMIT 1",
    projectId,
    sha,
    childSource,
  );
  return row ? pipelineRow.parse(row) : null;
}

/** Returns the newest pipeline that a job started, null where there is none. */
export function findPipelineOfJob(store: Store, jobId: number): Pipeline | null {
  const row = store.get("SELECT * FROM pipelines WHERE source_job_id = ? ORDER BY id DESC LIMIT 1", jobId);
  return row ? pipelineRow.parse(row) : null;
}

/** Returns a pipeline and those above it, the nearest first, down from which jobs started it. */
export const listUpstreamPipelines = (store: Store, pipelineId: number): Pipeline[] =>
  toPipelines(
    store.all(
      `WITH RECURSIVE upstream (id, distance) AS (
         SELECT ?, 0 UNION
         SELECT jobs.pipeline_id, distance + 1 FROM upstream
           JOIN pipelines ON pipelines.id = upstream.id JOIN jobs ON jobs.id = pipelines.source_job_id)
       SELECT pipelines.* FROM upstream JOIN pipelines ON pipelines.id = upstream.id ORDER BY distance`,
      pipelineId,
    ),
  );

const downstream = `WITH RECURSIVE downstream (id) AS (
   SELECT ?1 UNION
   SELECT pipelines.id FROM downstream
     JOIN jobs ON jobs.pipeline_id = downstream.id AND jobs.bridge = 1
     JOIN pipelines ON pipelines.source_job_id = jobs.id AND (?2 IS NULL OR pipelines.source = ?2))`;

/** Returns the child pipelines of a pipeline, and theirs, oldest first. */
export const listChildPipelines = (store: Store, pipelineId: number): Pipeline[] =>
  toPipelines(
    store.all(
      `${downstream} SELECT pipelines.* FROM downstream JOIN pipelines ON pipelines.id = downstream.id
         WHERE pipelines.id <> ?1 ORDER BY pipelines.id`,
      pipelineId,
      childSource,
    ),
  );

/** Returns whether a job of a pipeline or of one below it failed by a reason, and was not retried since. */
export const hasFailureBelow = (store: Store, pipelineId: number, reason: string): boolean =>
  store.get(
    `${downstream} SELECT 1 FROM downstream JOIN jobs ON jobs.pipeline_id = downstream.id
       WHERE jobs.failure_reason = ?3 AND jobs.retried = 0 LIMIT 1`,
    pipelineId,
    null,
    reason,
  ) !== undefined;

/** Returns how many pipelines and jobs a pipeline and all below it are, with those that retries replaced. */
export const hierarchySize = (
  store: Store,
  pipelineId: number,
): { readonly pipelines: number; readonly jobs: number } => ({
  pipelines: parseCount(
    "total",
    store.get(`${downstream} SELECT count(*) AS total FROM downstream`, pipelineId, null),
  ),
  jobs: parseCount(
    "total",
    store.get(
      `${downstream} SELECT count(*) AS total FROM downstream JOIN jobs ON jobs.pipeline_id = downstream.id`,
      pipelineId,
      null,
    ),
  ),
});

/** A pipeline to add. */
export interface NewPipeline {
  readonly name?: string | null;
  readonly sha: string;
  readonly before?: string | null;
  readonly ref: string;
  readonly tag?: boolean;
  readonly source: string;
  readonly status: string;
  readonly error?: string;
  readonly userId: number | null;
  readonly mergeRequestId?: number | null;
  readonly scheduleId?: number | null;
  readonly sourceJobId?: number | null;
  readonly createdAt?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

/** Returns the id of the added pipeline. */
export function insertPipeline(store: Store, projectId: number, pipeline: NewPipeline): number {
  const created = pipeline.createdAt ?? timeNow(store);
  return store.run(
    `INSERT INTO pipelines (project_id, iid, sha, ref, tag, source, status, error, user_id,
       created_at, updated_at, started_at, finished_at, merge_request_id, before_sha, name, schedule_id, source_job_id)
     VALUES (?1, (SELECT coalesce(max(iid), 0) + 1 FROM pipelines WHERE project_id = ?1),
       ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)`,
    projectId,
    pipeline.sha,
    pipeline.ref,
    Number(pipeline.tag ?? false),
    pipeline.source,
    pipeline.status,
    pipeline.error ?? null,
    pipeline.userId,
    created,
    pipeline.finishedAt ?? pipeline.startedAt ?? created,
    pipeline.startedAt ?? null,
    pipeline.finishedAt ?? null,
    pipeline.mergeRequestId ?? null,
    pipeline.before ?? null,
    pipeline.name ?? null,
    pipeline.scheduleId ?? null,
    pipeline.sourceJobId ?? null,
  );
}

/** Records the state of a pipeline as its jobs add up to. */
export function updatePipelineState(
  store: Store,
  id: number,
  state: Pick<Pipeline, "status" | "startedAt" | "finishedAt">,
): void {
  store.run(
    `UPDATE pipelines SET status = ?1, started_at = ?2, finished_at = ?3, updated_at = ?4
     WHERE id = ?5 AND (status <> ?1 OR started_at IS NOT ?2 OR finished_at IS NOT ?3)`,
    state.status,
    state.startedAt,
    state.finishedAt,
    timeNow(store),
    id,
  );
}

/** Records that the push which moved a branch to a commit is to start no job. The next such push of the branch replaces it. */
export function addSkippedPush(store: Store, projectId: number, branch: string, sha: string): void {
  store.run(
    "INSERT OR REPLACE INTO skipped_pushes (project_id, branch, sha) VALUES (?, ?, ?)",
    projectId,
    branch,
    sha,
  );
}

/** Returns whether the push that moved a branch to a commit is to start no job. */
export const isSkippedPush = (store: Store, projectId: number, branch: string, sha: string): boolean =>
  store.get(
    "SELECT 1 FROM skipped_pushes WHERE project_id = ? AND branch = ? AND sha = ?",
    projectId,
    branch,
    sha,
  ) !== undefined;
