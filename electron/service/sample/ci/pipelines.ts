import { writeFileSync } from "node:fs";
import { type JobDefinition, jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import { createPipelineOfCommit } from "../../ci/create-pipeline.ts";
import { jobTracePath, makeJobFolder } from "../../ci/job-files.ts";
import { writeTraceSeed } from "../../ci/seeded-trace.ts";
import { log } from "../../git/log.ts";
import type { ServiceStore } from "../../service-store.ts";
import { insertDeployment } from "../../store/ci/environments.ts";
import { insertJob, putArtifact } from "../../store/ci/jobs.ts";
import { insertPipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import type { Random } from "../seed/seeded-random.ts";
import { addArchive, type SampleArchives, sampleArchives, unitFailure } from "./artifacts.ts";
import { type PlannedSampleJob, planPipeline } from "./plan-pipeline.ts";

/** Bytes of the one long trace. */
const longTraceBytes = 60 * 1024 * 1024;
/** Position of the pipeline whose soak test printed it. */
const longPipeline = 40;

interface SampleEnvironment {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** Users, runners and environments of the pipelines. */
interface Cast {
  readonly users: readonly User[];
  readonly runnerIds: readonly number[];
  readonly environments: readonly SampleEnvironment[];
  readonly random: Random;
}

/** Newest pipelines that have artifacts; those of all others have expired four weeks after their job. */
const pipelinesWithArtifacts = 30;
/** Newest pipelines whose packages are deleted four weeks after the sample was made; the rest never expires. */
const expiringPipelines = 5;
const fourWeeksMs = 28 * 24 * 3_600_000;

/**
 * Adds a pipeline of five jobs to each commit of a project, in every state; the newest one really runs once the user
 * switches the project's jobs on.
 */
export async function addPipelines(store: ServiceStore, project: Project, cast: Cast): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const commits = (await log(repository, { from: "refs/heads/main", limit: 60 })).toReversed();
  const archives = await sampleArchives();
  store.transaction(() => {
    for (const [index, { id, committedAt }] of commits.slice(0, -1).entries()) {
      const age = commits.length - 2 - index;
      const commit = { sha: id, at: new Date(committedAt ?? 0), index, age };
      addEndedPipeline(store, project, cast, archives, commit);
    }
  });
  const request = { ref: "main", tag: false, before: null, source: "push", userId: project.creatorId };
  const newest = commits.at(-1);
  if (newest)
    await createPipelineOfCommit(store, project, repository, { ...request, sha: newest.id, serviceUrl: "" });
}

interface PipelineCommit {
  readonly sha: string;
  readonly at: Date;
  /** Position of the commit, oldest first. */
  readonly index: number;
  /** Pipelines that are newer. */
  readonly age: number;
}

function addEndedPipeline(
  store: ServiceStore,
  project: Project,
  cast: Cast,
  archives: SampleArchives,
  { sha, at, index, age }: PipelineCommit,
): void {
  const { random } = cast;
  const user = random.pick(cast.users);
  const planned = planPipeline(index, at, random);
  const pipelineId = insertPipeline(store, project.id, {
    sha,
    ref: "main",
    source: "push",
    userId: user.id,
    status: planned.status,
    createdAt: at.toISOString(),
    startedAt: planned.startedAt,
    finishedAt: planned.finishedAt,
  });
  for (const job of planned.jobs) {
    const runnerId = job.startedAt ? random.pick(cast.runnerIds) : undefined;
    const archive = archiveOf(archives, job, index);
    const artifactsExpireAt = archive && expiryOf(store, job, age);
    const ids = { projectId: project.id, pipelineId, userId: user.id, runnerId };
    const isLong = index === longPipeline && job.name === "soak";
    const trace = job.startedAt && !isLong ? traceOf(job, sha, random) : undefined;
    const isDeployed = job.name === "deploy" && job.status === "success";
    const environment = isDeployed ? random.pick(cast.environments) : undefined;
    const definition = environment ? deploying(job.definition, environment) : job.definition;
    const jobId = insertJob(store, { ...job, ...ids, definition, artifactsExpireAt });
    if (archive && age < pipelinesWithArtifacts) addArchive(store, jobId, archive);
    if (trace !== undefined) addTrace(store, jobId, trace);
    else if (isLong) writeTraceSeed(store, jobId, { seed: 1859, bytes: longTraceBytes });
    if (environment) {
      insertDeployment(store, project.id, {
        environmentId: environment.id,
        ref: "main",
        sha,
        jobId,
        userId: user.id,
        status: "success",
        createdAt: job.startedAt ?? at.toISOString(),
        updatedAt: job.finishedAt ?? at.toISOString(),
      });
    }
  }
}

/** Returns when the artifacts of a job expire or expired; undefined for never. */
function expiryOf(
  { clock }: ServiceStore,
  { name, finishedAt }: PlannedSampleJob,
  age: number,
): string | undefined {
  if (age >= pipelinesWithArtifacts) {
    return new Date(Date.parse(finishedAt ?? "") + fourWeeksMs).toISOString();
  }
  const isExpiring = name === "package" && age < expiringPipelines;
  return isExpiring ? new Date(clock.now() + fourWeeksMs).toISOString() : undefined;
}

function archiveOf(archives: SampleArchives, job: PlannedSampleJob, index: number): Buffer | undefined {
  if (!job.startedAt) return undefined;
  if (job.name === "package") return archives.package;
  if (job.name !== "unit") return undefined;
  return job.status === "failed" ? archives.failed : archives.passed[index % archives.passed.length];
}

/** Returns what a job was given to run, with the environment that it deploys to. */
const deploying = (definition: unknown, { name, url }: SampleEnvironment): JobDefinition => ({
  ...jobDefinition.parse(definition),
  environment: { name, url, action: "start", onStop: null },
});

function traceOf(job: PlannedSampleJob, sha: string, random: Random): string {
  const startedAt = new Date(job.startedAt ?? 0);
  const seconds = (Date.parse(job.finishedAt ?? "") - startedAt.getTime()) / 1000;
  return sampleTrace({ name: job.name, sha, failed: job.status === "failed", startedAt, seconds }, random);
}

function addTrace(store: ServiceStore, jobId: number, text: string): void {
  makeJobFolder(store, jobId);
  writeFileSync(jobTracePath(store, jobId), text, { mode: 0o600 });
  putArtifact(store, jobId, {
    fileType: "trace",
    fileFormat: "raw",
    filename: "job.log",
    size: Buffer.byteLength(text),
  });
}

const green = "\u001b[32m";
const red = "\u001b[31;1m";
const yellow = "\u001b[33m";
const plain = "\u001b[0m";

const section = (
  name: string,
  title: string,
  from: number,
  to: number,
  lines: readonly string[],
): string[] => [
  `section_start:${from}:${name}\r\u001b[0K\u001b[36;1m${title}${plain}`,
  ...lines,
  `section_end:${to}:${name}\r\u001b[0K`,
];

/** Returns lines with a timestamp before each, as newer runners print them. */
const stamped = (lines: readonly string[], { startedAt, seconds }: PrintedJob): string[] =>
  lines.map((line, index) => {
    const at = new Date(startedAt.getTime() + (index / lines.length) * seconds * 1000).toISOString();
    return `${at.replace("Z", "000Z")} 00O ${line}`;
  });

/** Returns what a deployment prints: one long line, and a link as terminals show it. */
const delivered = ({ sha }: PrintedJob): string[] => {
  const files = Array.from({ length: 24 }, (_, index) => `lamp/plate-${index + 1}.txt`);
  const notes = `https://beacon.example/releases/${sha.slice(0, 8)}`;
  return [
    `Uploaded ${files.join(", ")}`,
    `Deployed. See the \u001b]8;;${notes}\u001b\\release notes\u001b]8;;\u001b\\ of this version.`,
  ];
};

/** Finished job of the sample, for its trace. */
interface PrintedJob {
  readonly name: string;
  readonly sha: string;
  readonly failed: boolean;
  readonly startedAt: Date;
  readonly seconds: number;
}

const failureOf = ({ name }: PrintedJob, lumen: number): string =>
  name === "unit" ? unitFailure : `expected 9000 lumen, got ${lumen}`;

/** Returns the trace of a job: colours, sections, a progress bar and, where it failed, an error with its position. */
function sampleTrace(job: PrintedJob, random: Random): string {
  const from = Math.floor(job.startedAt.getTime() / 1000);
  const to = from + job.seconds;
  const bar = Array.from({ length: 10 }, (_, tenth) => `Fetching ${(tenth + 1) * 10} %`).join("\r");
  const steps = Array.from({ length: random.int(20, 90) }, (_, index) => {
    const ms = random.int(2, 900);
    return random.chance(0.05)
      ? `${yellow}warning${plain} lamp.txt:${random.int(1, 2)}: beam ${index} took ${ms} ms`
      : `${green}  ok${plain} beam ${index} turns (${ms} ms)`;
  });
  const end = job.failed
    ? [
        `${red}  not ok${plain} beam ${random.int(3, 30)} dims at dawn`,
        `${red}Error: ${failureOf(job, random.int(100, 8999))}${plain}`,
        `    at check (ci/${job.name}.sh:${random.int(2, 9)}:5)`,
      ]
    : [`${random.int(20, 90)} passed`, `Lines: ${(85 + random.next() * 10).toFixed(1)}%`];
  const isDelivery = job.name === "deploy";
  const lines = [
    "Running with helve-shell on pier-1",
    ...section("get_sources", "Getting source from Git repository", from, from + 2, [
      bar,
      `Checking out ${job.sha.slice(0, 8)} as detached HEAD (ref is main)...`,
    ]),
    ...section("step_script", "Executing the script", from + 2, to, [
      `\u001b[32;1m$ sh ci/${job.name}.sh${plain}`,
      ...steps,
      ...end,
      ...(isDelivery ? delivered(job) : []),
    ]),
    job.failed ? `${red}ERROR: Job failed: exit code 1${plain}` : "\u001b[32;1mJob succeeded\u001b[0m",
  ];
  // As runners print it: the output after a section is on the line that ends it.
  const printed = lines.join("\n").replaceAll(/(section_end:[^\n]*)\n/g, "$1");
  return `${isDelivery ? stamped(printed.split("\n"), job).join("\n") : printed}\n`;
}
