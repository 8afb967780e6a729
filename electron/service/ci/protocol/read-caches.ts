import { createHash } from "node:crypto";
import type { JobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Pipeline } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";

type Cache = JobDefinition["forRunners"]["caches"][number];

/**
 * Returns the caches of a job for its runner. As on real services, a cache of protected branches is one of its own, so that jobs
 * of other branches cannot fill it, unless the file says so.
 */
export const readCaches = (
  store: ServiceStore,
  project: Project,
  pipeline: Pipeline,
  { forRunners: { caches } }: JobDefinition,
  isProtected: boolean,
) =>
  Promise.all(
    caches.map(async (cache) => {
      const end = cache.unprotect ? "" : isProtected ? "-protected" : "-non_protected";
      return {
        key: `${await keyOf(store, project, pipeline, cache)}${end}`,
        untracked: cache.untracked,
        policy: cache.policy,
        paths: cache.paths,
        when: cache.when,
        fallback_keys: cache.fallbackKeys.map((key) => `${key}${end}`),
      };
    }),
  );

const usualKey = "default";

/** Returns the key of a cache; that of files changes with what they contain in the job's commit. */
async function keyOf(
  store: ServiceStore,
  project: Project,
  { sha }: Pipeline,
  { key }: Cache,
): Promise<string> {
  if (key === null) return usualKey;
  if (key.files.length === 0) return key.name || usualKey;
  const { objects } = store.git.open(project.repositoryPath);
  const found = await Promise.all(key.files.map((path) => objects.check(`${sha}:${path}`)));
  const ids = found.flatMap((info) => info?.id ?? []);
  const hash = ids.length > 0 ? createHash("sha1").update(ids.join("-")).digest("hex") : usualKey;
  return key.prefix ? `${key.prefix}-${hash}` : hash;
}
