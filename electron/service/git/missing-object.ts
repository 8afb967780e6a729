import { GitError } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** An object that another one, or a record of Helve's, names is not in the repository. */
export class MissingObject extends Error {
  readonly object: string;
  constructor(object: string) {
    super(`no object ${object}`);
    this.name = "MissingObject";
    this.object = object;
  }
}

/** git's messages for a missing object, mostly with its hash. */
const missing =
  /(?:missing|unable to read|bad|could not (?:read|parse|get)|failed to read|cannot read|not a valid (?:object|commit)|unable to find|not a tree|did not receive expected)/i;

/** Returns the hash of the object whose absence made git fail; "" where git does not name it, null for another failure. */
export function missingObjectOf(error: unknown): string | null {
  if (error instanceof MissingObject) return error.object;
  if (!(error instanceof GitError)) return null;
  const lines = error.stderr.split("\n").filter((text) => missing.test(text));
  const named = lines.find((text) => /[0-9a-f]{40}/.test(text));
  if (named !== undefined) return /[0-9a-f]{40,64}/.exec(named)?.[0] ?? "";
  return lines.some((text) => /not a tree object/.test(text)) ? "" : null;
}

/** Returns a handler for `catch` that gives `otherwise` where an object is missing, and throws other errors again. */
export const ifMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (missingObjectOf(error) === null) throw error;
    return otherwise;
  };

/** Throws {@link MissingObject} unless all files and folders of a commit or tree are there. */
export async function requireWhole(
  repository: Repository,
  tree: string,
  signal?: AbortSignal,
): Promise<void> {
  const args = ["rev-list", "--objects", "--no-walk", "--missing=print", tree];
  for await (const lines of gitLines(repository, args, { signal, boundedMemory: true })) {
    const lost = lines.find((line) => line.startsWith("?"));
    if (lost !== undefined) throw new MissingObject(lost.slice(1));
  }
}

const commands = {
  refs: ["for-each-ref", "--count=1", "--format=%(refname)", "refs/heads/"],
  /** Reads commits too, and with them where a shallow history ends. */
  history: ["rev-list", "--max-count=1", "--branches"],
};

/** Returns what git prints where it cannot read the refs or the history of a repository; null where it can. */
export async function findReadError(
  repository: GitFolder,
  reads: keyof typeof commands,
): Promise<string | null> {
  try {
    await git(repository, commands[reads]);
    return null;
  } catch (error) {
    if (error instanceof GitError) return error.stderr;
    throw error;
  }
}
