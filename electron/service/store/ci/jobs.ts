import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { eventChannel } from "../event-channel.ts";
import { type Reader, readableProjects } from "../projects/readable-projects.ts";
import {
  flag,
  int,
  intOrNull,
  parseCell,
  parseColumn,
  parseCount,
  text,
  textOrNull,
  texts,
} from "../rows.ts";
import type { Store } from "../store.ts";

const jobRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
    pipeline_id: z.int(),
    name: z.string(),
    stage: z.string(),
    stage_index: z.int(),
    status: z.string(),
    failure_reason: textOrNull,
    allow_failure: flag,
    retried: flag,
    tags: texts,
    definition: z.string().transform((json): unknown => JSON.parse(json)),
    runner_id: intOrNull,
    user_id: intOrNull,
    coverage: z.number().nullable(),
    created_at: z.string(),
    queued_at: textOrNull,
    started_at: textOrNull,
    finished_at: textOrNull,
    erased_at: textOrNull,
    artifacts_expire_at: textOrNull,
    bridge: flag,
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    pipelineId: row.pipeline_id,
    name: row.name,
    stage: row.stage,
    stageIndex: row.stage_index,
    status: row.status,
    failureReason: row.failure_reason,
    allowFailure: row.allow_failure,
    /** Whether a newer job of the pipeline replaced it. */
    retried: row.retried,
    tags: row.tags,
    /** Script and options, as `shared/ci/config/job-definition.ts` reads them. */
    definition: row.definition,
    runnerId: row.runner_id,
    userId: row.user_id,
    /** Test coverage in per cent. */
    coverage: row.coverage,
    createdAt: row.created_at,
    queuedAt: row.queued_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    erasedAt: row.erased_at,
    artifactsExpireAt: row.artifacts_expire_at,
    /** Whether it starts a pipeline in place of a script. */
    isBridge: row.bridge,
  }));

/** A row of the jobs table. */
export type Job = Readonly<z.output<typeof jobRow>>;

const toJobs = (rows: readonly unknown[]): Job[] => rows.map((row) => jobRow.parse(row));

/** Filters of a list of jobs; an undefined one accepts all. */
export type JobQuery = Optional<{
  projectId: number;
  pipelineId: number;
  runnerId: number;
  /** Lists only the jobs of projects whose code this user may read; of all projects where undefined. */
  readableBy: Reader;
  /** States to list; all where undefined. */
  states: readonly string[];
  includeRetried: boolean;
  /** Lists the jobs that start pipelines instead of those with scripts. */
  isBridge: boolean;
  sort: "asc" | "desc";
}>;

/** Returns `limit` jobs from `offset` on, newest first unless sorted otherwise. */
export function listJobRows(store: Store, query: JobQuery, limit: number, offset: number): Job[] {
  const { projectId = null, pipelineId = null, runnerId = null, states, includeRetried = true } = query;
  const readable = query.readableBy && readableProjects(store, query.readableBy);
  return toJobs(
    store.all(
      `SELECT * FROM jobs WHERE (?1 IS NULL OR project_id = ?1) AND (?2 IS NULL OR pipeline_id = ?2)
         AND (?3 IS NULL OR runner_id = ?3) AND (?4 IS NULL OR status IN (SELECT value FROM json_each(?4)))
         AND (?5 OR retried = 0) AND bridge = ?6 ${readable ? `AND project_id IN (${readable.sql})` : ""}
         ORDER BY id ${query.sort === "asc" ? "ASC" : "DESC"} LIMIT ? OFFSET ?`,
      projectId,
      pipelineId,
      runnerId,
      states ? JSON.stringify(states) : null,
      Number(includeRetried),
      Number(query.isBridge ?? false),
      ...(readable?.values ?? []),
      limit,
      offset,
    ),
  );
}

/** Returns the jobs of a pipeline in the order they were added; those that a retry replaced are left out. */
export const listCurrentJobs = (store: Store, pipelineId: number): Job[] =>
  toJobs(
    store.all(
      "SELECT * FROM jobs WHERE pipeline_id = ? AND retried = 0 ORDER BY stage_index, id",
      pipelineId,
    ),
  );

/** Returns the jobs of a commit's pipelines with the ref of each, oldest first; also those that a retry replaced. */
export const listJobsOfCommit = (
  store: Store,
  projectId: number,
  sha: string,
): { readonly job: Job; readonly ref: string }[] =>
  store
    .all(
      `SELECT jobs.*, pipelines.ref FROM jobs JOIN pipelines ON pipelines.id = jobs.pipeline_id
         WHERE pipelines.project_id = ? AND pipelines.sha = ? ORDER BY jobs.id`,
      projectId,
      sha,
    )
    .map((row) => ({ job: jobRow.parse(row), ref: parseCell("ref", text, row) ?? "" }));

/** Returns the jobs with scripts of all projects in a state, oldest first. */
export const listJobsInState = (store: Store, status: string): Job[] =>
  toJobs(store.all("SELECT * FROM jobs WHERE status = ? AND bridge = 0 ORDER BY queued_at, id", status));

/** Returns the ids of all jobs of a project. */
export const listJobIds = (store: Store, projectId: number): number[] =>
  parseColumn("id", int, store.all("SELECT id FROM jobs WHERE project_id = ?", projectId));

/** Returns the state of a job of any project, null where it was deleted. */
export const findJobStatus = (store: Store, id: number): string | null => {
  const row = store.get("SELECT status FROM jobs WHERE id = ?", id);
  return parseCell("status", text, row);
};

export function findJobById(store: Store, id: number): Job | null {
  const row = store.get("SELECT * FROM jobs WHERE id = ?", id);
  return row ? jobRow.parse(row) : null;
}

/** Returns the job that started a pipeline, null where none did. */
export function findSourceJob(store: Store, pipelineId: number): Job | null {
  const row = store.get(
    "SELECT jobs.* FROM jobs JOIN pipelines ON source_job_id = jobs.id WHERE pipelines.id = ?",
    pipelineId,
  );
  return row ? jobRow.parse(row) : null;
}

export function findJob(store: Store, projectId: number, id: number): Job | null {
  const row = store.get("SELECT * FROM jobs WHERE project_id = ? AND id = ?", projectId, id);
  return row ? jobRow.parse(row) : null;
}

/**
 * Returns the newest successful job of a name whose pipeline ran for a branch or tag, null where there is none. Without
 * `tag` a branch wins over a tag of its name.
 */
export function lastSuccessfulJob(
  store: Store,
  projectId: number,
  { ref, tag }: { readonly ref: string; readonly tag: boolean | null },
  name: string,
): Job | null {
  const row = store.get(
    `SELECT jobs.* FROM jobs JOIN pipelines ON pipelines.id = pipeline_id
       WHERE jobs.project_id = ?1 AND ref = ?2 AND jobs.name = ?3 AND jobs.status = 'success' AND (?4 IS NULL OR tag = ?4)
       ORDER BY tag, jobs.id DESC LIMIT 1`,
    projectId,
    ref,
    name,
    tag === null ? null : Number(tag),
  );
  return row ? jobRow.parse(row) : null;
}

export interface NewJob
  extends Optional<{
    allowFailure: boolean;
    tags: readonly string[];
    runnerId: number;
    failureReason: string;
    coverage: number;
    createdAt: string;
    queuedAt: string;
    startedAt: string;
    finishedAt: string;
    artifactsExpireAt: string;
    retried: boolean;
    isBridge: boolean;
  }> {
  readonly projectId: number;
  readonly pipelineId: number;
  readonly name: string;
  readonly stage: string;
  readonly stageIndex: number;
  readonly status: string;
  readonly definition: unknown;
  readonly userId: number | null;
}

/** Returns the id of the added job. */
export function insertJob(store: Store, job: NewJob): number {
  const created = job.createdAt ?? timeNow(store);
  const id = store.run(
    `INSERT INTO jobs (project_id, pipeline_id, name, stage, stage_index, status, allow_failure, tags, definition,
       user_id, runner_id, failure_reason, coverage, created_at, queued_at, started_at, finished_at,
       artifacts_expire_at, retried, bridge)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    job.projectId,
    job.pipelineId,
    job.name,
    job.stage,
    job.stageIndex,
    job.status,
    Number(job.allowFailure ?? false),
    JSON.stringify(job.tags ?? []),
    JSON.stringify(job.definition),
    job.userId,
    job.runnerId ?? null,
    job.failureReason ?? null,
    job.coverage ?? null,
    created,
    job.queuedAt ?? (job.status === "pending" ? created : null),
    job.startedAt ?? null,
    job.finishedAt ?? null,
    job.artifactsExpireAt ?? null,
    Number(job.retried ?? false),
    Number(job.isBridge ?? false),
  );
  jobStatusChanged.emit(store, { jobId: id });
  return id;
}

/** Emits when a job of a store was added, or has another status. */
export const jobStatusChanged = eventChannel<{ readonly jobId: number }>();

type JobChanges = Optional<
  Pick<
    Job,
    | "status"
    | "failureReason"
    | "allowFailure"
    | "retried"
    | "runnerId"
    | "userId"
    | "coverage"
    | "queuedAt"
    | "startedAt"
    | "finishedAt"
    | "erasedAt"
    | "artifactsExpireAt"
    | "definition"
  >
>;

/**
 * Changes fields of a job in one statement. With `from` the job must be in one of these states. Returns whether it
 * was changed.
 */
export function updateJob(store: Store, id: number, changes: JobChanges, from?: readonly string[]): boolean {
  const columns = {
    status: changes.status,
    failure_reason: changes.failureReason,
    allow_failure: changes.allowFailure === undefined ? undefined : Number(changes.allowFailure),
    retried: changes.retried === undefined ? undefined : Number(changes.retried),
    runner_id: changes.runnerId,
    user_id: changes.userId,
    coverage: changes.coverage,
    queued_at: changes.queuedAt,
    started_at: changes.startedAt,
    finished_at: changes.finishedAt,
    erased_at: changes.erasedAt,
    artifacts_expire_at: changes.artifactsExpireAt,
    definition: changes.definition === undefined ? undefined : JSON.stringify(changes.definition),
  };
  const entries = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const row = store.get(
    `UPDATE jobs SET ${entries.map(([name]) => `${name} = ?`).join(", ")}
       WHERE id = ? AND (? IS NULL OR status IN (SELECT value FROM json_each(?))) RETURNING id`,
    ...entries.map(([, value]) => value),
    id,
    from ? 1 : null,
    from ? JSON.stringify(from) : null,
  );
  if (row === undefined) return false;
  if (changes.status !== undefined) jobStatusChanged.emit(store, { jobId: id });
  return true;
}

/** A file that a job left: its archive, that archive's list, its trace or a report. */
export interface JobArtifact {
  readonly fileType: string;
  readonly fileFormat: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
}

const artifactRow = z.object({
  file_type: z.string(),
  file_format: z.string(),
  filename: z.string(),
  size: z.int(),
});

export const listArtifacts = (store: Store, jobId: number): JobArtifact[] =>
  store.all("SELECT * FROM job_artifacts WHERE job_id = ? ORDER BY file_type", jobId).map((row) => {
    const { file_type, file_format, filename, size } = artifactRow.parse(row);
    return { fileType: file_type, fileFormat: file_format, filename, size };
  });

/** Returns the bytes of all artifacts of a project's jobs, their logs included. */
export const artifactBytes = (store: Store, projectId: number): number =>
  parseCount(
    "bytes",
    store.get(
      `SELECT coalesce(sum(size), 0) AS bytes FROM job_artifacts JOIN jobs ON jobs.id = job_id
       WHERE project_id = ?`,
      projectId,
    ),
  );

/** Inserts an artifact, or replaces the one of the same job and type. A job that is gone gets none. */
export function putArtifact(store: Store, jobId: number, artifact: JobArtifact): void {
  store.run(
    `INSERT INTO job_artifacts (job_id, file_type, file_format, filename, size)
     SELECT id, ?, ?, ?, ? FROM jobs WHERE id = ?
     ON CONFLICT DO UPDATE SET size = excluded.size, filename = excluded.filename`,
    artifact.fileType,
    artifact.fileFormat,
    artifact.filename,
    artifact.size,
    jobId,
  );
}

/** Returns the jobs whose artifacts expired before `now`. */
export const listJobsWithExpiredArtifacts = (store: Store, now: string): Job[] =>
  toJobs(
    store.all(
      `SELECT * FROM jobs WHERE artifacts_expire_at <= ? AND EXISTS (
        SELECT 1 FROM job_artifacts WHERE job_id = jobs.id AND file_type <> 'trace')`,
      now,
    ),
  );

/** Deletes the row of an artifact of a job by its type, such as `junit`; its file stays. */
export function deleteArtifact(store: Store, jobId: number, fileType: string): void {
  store.run("DELETE FROM job_artifacts WHERE job_id = ? AND file_type = ?", jobId, fileType);
}

/** Deletes the rows of all artifacts of a job; their files stay. */
export function deleteArtifacts(store: Store, jobId: number): void {
  store.run("DELETE FROM job_artifacts WHERE job_id = ?", jobId);
}
