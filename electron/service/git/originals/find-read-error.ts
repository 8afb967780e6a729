import { GitError } from "../git-error.ts";
import { git } from "../run.ts";

const commands = {
  refs: ["for-each-ref", "--count=1", "--format=%(refname)", "refs/heads/"],
  /** Reads commits too, and with them where a shallow history ends. */
  history: ["rev-list", "--max-count=1", "--branches"],
};

/** Returns what git prints where it cannot read the refs or the history of a repository; null where it can. */
export async function findReadError(folder: string, reads: keyof typeof commands): Promise<string | null> {
  try {
    await git(folder, commands[reads]);
    return null;
  } catch (error) {
    if (error instanceof GitError) return error.stderr;
    throw error;
  }
}
