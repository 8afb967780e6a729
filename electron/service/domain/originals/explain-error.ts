import { capitalize } from "../../../../shared/text/capitalize.ts";
import { foreignFolder } from "../../git/foreign.ts";
import { GitError, GitRefusal } from "../../git/git-errors.ts";
import { missingObjectOf } from "../../git/missing-object.ts";
import { readSettings } from "../../git/original-settings.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal, type OriginalRow } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import { Refusal } from "../refusal.ts";
import { checkOriginal, requireOriginal } from "./original-state.ts";
import { requireReadable } from "./verify-original.ts";

/**
 * Returns why reading or writing a repository failed, as an error that the user can read: the folder of an opened one
 * is missing, or an object is. Any other error is returned unchanged.
 */
export async function explainError(store: ServiceStore, project: Project, error: unknown): Promise<unknown> {
  if (error instanceof GitRefusal) return error;
  const original = findOriginal(store, project.id);
  const object = missingObjectOf(error);
  if (!original) return object === null ? error : describeDamage(project, object);
  await checkOriginal(store, original);
  try {
    requireOriginal(store, original);
  } catch (problem) {
    return problem;
  }
  const obstacle = systemObstacle(original, project, error);
  if (obstacle !== null) return obstacle;
  if (object !== null) return describeMissing(store, original, object);
  if (error instanceof Refusal) return error;
  return (await unreadable(store, original, project)) ?? error;
}

/** Returns why git cannot read an original at all, such as a broken file; null where it can. */
const unreadable = (
  store: ServiceStore,
  original: OriginalRow,
  project: Project,
): Promise<GitRefusal | null> =>
  requireReadable(original, store.git.open(project.repositoryPath), "history").then(
    () => null,
    (problem: unknown) => (problem instanceof GitRefusal ? problem : null),
  );

/** Messages of the system, such as a full disk, and about damaged files, which neither git nor Helve can mend. */
const systemMessage =
  /^.*(?:permission denied|insufficient permission|not a directory|is a directory|error reading reference|reference broken|no space left|read-only file system|quota exceeded|input\/output error).*$/im;

/** Returns the refusal for a failure of the system in an original; null for other failures. */
function systemObstacle(
  { path, commonDir }: OriginalRow,
  project: Project,
  error: unknown,
): GitRefusal | null {
  const message =
    error instanceof GitError ? error.stderr : error instanceof Error && "code" in error ? error.message : "";
  const line = systemMessage.exec(message)?.[0].replace(/^(?:error|fatal): /i, "");
  if (line === undefined) return null;
  // git works in Helve's folder, whose refs and objects are the original's.
  const named = line.replaceAll(`${project.repositoryPath}/`, `${commonDir}/`).replaceAll("/./", "/");
  return new GitRefusal("original_unreadable", `git failed in ${path}: ${named}.`, { path });
}

/** Only the service writes to its own repositories: what is missing there was lost. */
const describeDamage = (project: Project, object: string): GitRefusal =>
  new GitRefusal(
    "missing_object",
    `The repository of ${project.fullPath} is damaged: ${nameOf(object)} cannot be read. Push the commits that contain it again from a clone.`,
    { object },
  );

/** Returns the name of an object for a sentence; git does not always report which one is missing. */
const nameOf = (object: string): string =>
  object === "" ? "a required object" : `object ${object.slice(0, 10)}`;

async function describeMissing(
  { git }: ServiceStore,
  original: OriginalRow,
  object: string,
): Promise<GitRefusal> {
  const { path, commonDir } = original;
  if ((await readSettings(git, original)).partial) {
    return new GitRefusal(
      "missing_object",
      `${path} is a partial clone without ${nameOf(object)}. Helve fetches nothing by itself: git checkout or git fetch --refetch there fetches it.`,
      { object },
    );
  }
  if (await foreignFolder(commonDir).exists("shallow")) {
    return new GitRefusal(
      "missing_history",
      `${path} is a shallow clone, and its history does not reach ${nameOf(object)}. git fetch --unshallow there fetches the rest.`,
      { object },
    );
  }
  return new GitRefusal(
    "missing_object",
    `${capitalize(nameOf(object))} is no longer in ${path}: its history was rewritten, or it was pruned.`,
    { object },
  );
}
