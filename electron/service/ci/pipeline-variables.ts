import { z } from "zod";
import type { JobDefinition } from "../../../shared/ci/config/job-definition.ts";
import type { CommitInfo, MergeRequestInfo, PipelineInfo } from "../../../shared/ci/pipeline-info.ts";
import { serviceVersion } from "../../system/service-version.ts";
import { readCommit } from "../git/commits.ts";
import { ifMissing } from "../git/missing-object.ts";
import { findRef } from "../git/refs.ts";
import type { ServiceStore } from "../service-store.ts";
import { type CiVariable, everyScope, listCiVariables } from "../store/ci/ci-settings.ts";
import type { Pipeline } from "../store/ci/pipelines.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import {
  listProtectedBranches,
  matchesPattern,
  protectionLevels,
} from "../store/projects/protected-branches.ts";
import { listProtectedTags, tagCreateLevel } from "../store/projects/protected-tags.ts";
import { assigneesOf, labelsOf } from "../store/review/issuables.ts";
import { latestVersion } from "../store/review/merge-request-versions.ts";
import {
  findMergeRequestById,
  type MergeRequest,
  openMergeRequests,
} from "../store/review/merge-requests.ts";
import { findMilestone } from "../store/review/milestones.ts";
import { seal, unseal } from "../store/seal.ts";
import { findUser } from "../store/users/users.ts";

type Variables = Readonly<Record<string, string>>;

const stored = z.record(z.string(), z.union([z.string(), z.object({ file: z.string() })]));
const ownerOf = (pipelineId: number): string => `given variables ${pipelineId}`;
const ownerOfJob = (pipelineId: number): string => `given variables of a job of ${pipelineId}`;

/** Encrypts the variables that a pipeline was started with; null where there are none. */
export const sealPipelineVariables = (
  store: ServiceStore,
  pipelineId: number,
  {
    variables = {},
    fileVariables = [],
  }: { readonly variables?: Variables; readonly fileVariables?: readonly string[] },
): string | null => {
  const given = Object.entries(variables).map(([name, value]): [string, z.input<typeof stored>[string]] => [
    name,
    fileVariables.includes(name) ? { file: value } : value,
  ]);
  return given.length === 0
    ? null
    : seal(store, ownerOf(pipelineId), JSON.stringify(Object.fromEntries(given)));
};

/** Encrypts the variables that a job of a pipeline is started with by hand; null where there are none. */
export const sealJobVariables = (
  store: ServiceStore,
  pipelineId: number,
  variables: Variables,
): string | null =>
  Object.keys(variables).length === 0 ? null : seal(store, ownerOfJob(pipelineId), JSON.stringify(variables));

/** Variables that a pipeline or a job of it was started with. */
export interface GivenVariables {
  readonly given: Variables;
  /** Names of those whose values jobs get in files. */
  readonly givenFiles: readonly string[];
}

/** Returns the variables that a job and its pipeline were started with; those of the job win. */
export const pipelineVariables = (
  store: ServiceStore,
  pipelineId: number,
  { sealedGiven, sealedOwn }: Pick<JobDefinition, "sealedGiven" | "sealedOwn">,
): GivenVariables => {
  const open = (owner: string, sealed: string | null) =>
    sealed === null ? {} : stored.parse(JSON.parse(unseal(store, owner, sealed)));
  const known = Object.entries({
    ...open(ownerOf(pipelineId), sealedGiven),
    ...open(ownerOfJob(pipelineId), sealedOwn),
  });
  return {
    given: Object.fromEntries(
      known.map(([name, value]) => [name, typeof value === "string" ? value : value.file]),
    ),
    givenFiles: known.flatMap(([name, value]) => (typeof value === "string" ? [] : [name])),
  };
};

/**
 * Returns the variables that a project declares for a job of a pipeline: protected ones only where its branches are, and of
 * each key the one whose scope matches the job's environment most closely. Without an environment only those of every job.
 */
export function declaredVariables(
  store: ServiceStore,
  project: Project,
  scope: PipelineScope,
  environment: string | null,
): CiVariable[] {
  const isProtected = isProtectedPipeline(store, project, scope);
  const matching = listCiVariables(store, project.id)
    .filter((variable) => isProtected || !variable.protected)
    .filter(({ environmentScope }) => isOfScope(environmentScope, environment))
    .toSorted((a, b) => closeness(a, environment) - closeness(b, environment));
  return [...new Map(matching.map((variable) => [variable.key, variable])).values()];
}

const isOfScope = (scope: string, environment: string | null): boolean =>
  scope === everyScope || (environment !== null && matchesPattern(scope, environment));

/** Returns how closely a scope names an environment: its own name most, then the pattern with the most text. */
const closeness = ({ environmentScope }: CiVariable, environment: string | null): number =>
  environmentScope === environment
    ? Number.MAX_SAFE_INTEGER
    : environmentScope.replaceAll("*", "").length + (environmentScope === everyScope ? 0 : 1);

/** Branch, tag or merge request that a pipeline is for. */
interface PipelineScope {
  readonly ref: string;
  readonly tag: boolean;
  readonly mergeRequestId: number | null;
}

/**
 * Returns whether a pipeline is for protected branches or a protected tag alone. A merge request's pipeline runs code of its source branch,
 * so both branches have to be protected ones of the project.
 */
export function isProtectedPipeline(
  store: ServiceStore,
  project: Project,
  { ref, tag, mergeRequestId }: PipelineScope,
): boolean {
  const protections = listProtectedBranches(store, project.id);
  // Exact names: where the file system is case-insensitive, a name in another case is not protected.
  const isProtected = (branch: string) => protectionLevels(protections, branch, (name) => name) !== null;
  if (mergeRequestId === null && tag)
    return tagCreateLevel(listProtectedTags(store, project.id), ref, (name) => name) !== null;
  if (mergeRequestId === null) return isProtected(ref);
  const mergeRequest = findMergeRequestById(store, mergeRequestId);
  return (
    mergeRequest?.sourceProjectId === project.id &&
    isProtected(mergeRequest.sourceBranch) &&
    isProtected(mergeRequest.targetBranch)
  );
}

type KnownPipeline = Pick<
  Pipeline,
  | "id"
  | "iid"
  | "source"
  | "ref"
  | "tag"
  | "sha"
  | "before"
  | "projectId"
  | "mergeRequestId"
  | "userId"
  | "createdAt"
>;

/** Returns what the predefined variables of a pipeline are made of. */
export async function pipelineInfo(
  store: ServiceStore,
  project: Project,
  pipeline: KnownPipeline,
  serviceUrl: string,
): Promise<PipelineInfo> {
  const user = pipeline.userId === null ? null : findUser(store, pipeline.userId);
  const mergeRequest =
    pipeline.mergeRequestId === null ? null : findMergeRequestById(store, pipeline.mergeRequestId);
  const branch = pipeline.tag ? null : (mergeRequest?.sourceBranch ?? pipeline.ref);
  return {
    pipelineId: pipeline.id,
    pipelineIid: pipeline.iid,
    createdAt: pipeline.createdAt,
    before: pipeline.before,
    commit: await commitInfo(store, project, pipeline),
    project: {
      title: project.name,
      description: project.description ?? "",
      visibility: project.visibility,
      namespaceId: project.groupId,
      topics: project.topics,
    },
    refProtected: isProtectedPipeline(store, project, pipeline),
    user: user && { id: user.id, username: user.username, name: user.name, email: user.email },
    source: pipeline.source,
    ref: mergeRequest?.sourceBranch ?? pipeline.ref,
    tag: pipeline.tag,
    sha: pipeline.sha,
    projectId: project.id,
    projectPath: project.fullPath,
    defaultBranch: project.defaultBranch,
    serviceUrl,
    server: { name: "Helve", ...serviceVersion },
    mergeRequest: mergeRequest && toMergeRequestInfo(store, project, mergeRequest),
    openMergeRequests: openMergeRequests(store, project.id)
      .filter(
        ({ sourceProjectId, sourceBranch }) => sourceProjectId === project.id && sourceBranch === branch,
      )
      .flatMap(({ projectId, iid }) => {
        const target = findProject(store, projectId);
        return target ? [`${target.fullPath}!${iid}`] : [];
      }),
  };
}

async function commitInfo(
  store: ServiceStore,
  project: Project,
  { ref, tag, sha }: KnownPipeline,
): Promise<CommitInfo | null> {
  const repository = store.git.open(project.repositoryPath);
  const commit = await readCommit(repository, sha).catch(ifMissing(null));
  const tagMessage = tag ? ((await findRef(repository, "tags", ref))?.message ?? null) : null;
  return commit && { ...commit, tagMessage };
}

function toMergeRequestInfo(
  store: ServiceStore,
  target: Project,
  mergeRequest: MergeRequest,
): MergeRequestInfo {
  const { sourceProjectId, milestoneId, targetBranch } = mergeRequest;
  const version = latestVersion(store, mergeRequest.id);
  const protections = listProtectedBranches(store, target.id);
  const isProtected = (branch: string) => protectionLevels(protections, branch, (name) => name) !== null;
  const milestone = milestoneId === null ? null : findMilestone(store, milestoneId);
  return {
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    title: mergeRequest.title,
    description: mergeRequest.description,
    draft: mergeRequest.wip,
    labels: labelsOf(store, { type: "MergeRequest", id: mergeRequest.id }),
    milestone: milestone?.title ?? null,
    assignees: assigneesOf(store, { type: "MergeRequest", id: mergeRequest.id }).flatMap(
      (id) => findUser(store, id)?.username ?? [],
    ),
    sourceBranch: mergeRequest.sourceBranch,
    sourceProject: sourceProjectId === null ? null : findProject(store, sourceProjectId),
    squash: mergeRequest.squash,
    sourceProtected: sourceProjectId === target.id && isProtected(mergeRequest.sourceBranch),
    targetBranch,
    targetProtected: isProtected(targetBranch),
    diffBaseSha: version?.baseSha ?? null,
    diffId: version?.id ?? null,
  };
}
