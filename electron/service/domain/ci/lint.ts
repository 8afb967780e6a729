import { configPath } from "../../../../shared/ci/config/config-file.ts";
import type { ConfigReport } from "../../../../shared/ci/config/lint-config.ts";
import { type ConfigSource, configSource, type PipelineRequest } from "../../ci/create-pipeline.ts";
import { ciThreadOf } from "../../ci/thread/run-in-thread.ts";
import { resolveCommit } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import { notFound } from "../refusal.ts";
import { findRunRef, mayRunJobsOf } from "./pipelines.ts";

/** A text that is checked as the file of a project. */
export interface LintRequest {
  /** Null for the file of a commit itself. */
  readonly content: string | null;
  /** Commit whose other files it includes; else that of the default branch. */
  readonly contentRef?: string | undefined;
  /** Whether the pipeline of a push is simulated; else every job is read, whatever its rules say. */
  readonly dryRun: boolean;
  /** Branch or tag of the simulation; else the default branch. */
  readonly ref?: string | undefined;
  readonly serviceUrl: string;
}

/**
 * Checks a file as that of a project, and stores nothing. The project's variables count in a simulation alone, which needs the
 * rights of who may run the pipeline: errors and paths of included files would show their values. Throws `notFound`.
 */
export async function lintProject(
  store: ServiceStore,
  project: Project,
  user: User | null,
  { content, contentRef, dryRun, ref, serviceUrl }: LintRequest,
): Promise<ConfigReport> {
  const { defaultBranch } = project;
  const repository = store.git.open(project.repositoryPath);
  const head = contentRef ?? defaultBranch;
  const sha = head === null ? null : await resolveCommit(repository, head);
  if (content === null && sha === null) throw notFound(contentRef === undefined ? "Repository" : "Commit");
  const sourceOf = (at: Pick<PipelineRequest, "ref" | "tag" | "sha">) =>
    configSource(store, project, repository, {
      ...at,
      before: null,
      source: "push",
      userId: user?.id ?? null,
      serviceUrl,
    });
  const own = sha === null ? noFiles : await sourceOf({ ref: defaultBranch ?? sha, tag: false, sha });
  const lint = ({ readFile, context, changedSince }: ConfigSource) =>
    ciThreadOf(store).lintConfig(
      async (path) => (path === configPath ? (content ?? own.readFile(path)) : readFile(path)),
      context,
      changedSince,
      !dryRun,
    );
  if (!dryRun) return lint({ ...own, context: { ...own.context, overriding: {} } });
  const target = ref ?? defaultBranch;
  const found = target === null ? null : await findRunRef(store, project, target);
  if (!found) return failed("Reference not found");
  if (!user || !mayRunJobsOf(store, user, project, { ...found, mergeRequestId: null }))
    return failed(`You do not have sufficient permission to run a pipeline on '${found.ref}'.`);
  return lint(await sourceOf(found));
}

const failed = (error: string): ConfigReport => ({
  errors: [error],
  warnings: [],
  mergedYaml: null,
  includes: [],
  elsewhere: [],
  plan: null,
});

/** Of a project without a commit. */
const noFiles: ConfigSource = {
  readFile: async () => null,
  context: {
    ref: "main",
    tag: false,
    source: "push",
    variables: {},
    overriding: {},
    changedPaths: null,
    paths: [],
  },
  changedSince: async () => null,
};
