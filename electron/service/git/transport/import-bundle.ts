import { GitError } from "../git-error.ts";
import { GitRefusal } from "../git-refusal.ts";
import { git } from "../run.ts";

/** Updates a repository of Helve's own to exactly the branches and tags of a bundle file. */
export async function importBundle(folder: string, bundle: string): Promise<void> {
  const settings = ["-c", "fetch.fsckObjects=true", "-c", "fetch.unpackLimit=1"];
  const args = ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
  const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
  try {
    await git(folder, [...settings, ...args, bundle, ...refs]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const lacks = /lacks these prerequisite commits/.test(error.stderr);
    throw new GitRefusal(
      lacks ? "missing_history" : "original_unreadable",
      lacks
        ? `${bundle} builds on commits that it does not hold. Make it with git bundle create FILE --all.`
        : `${bundle} cannot be read as a bundle.`,
      { path: bundle },
    );
  }
}
