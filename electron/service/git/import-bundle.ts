import { basename, dirname, join } from "node:path";
import { foreignFolder } from "./foreign.ts";
import { GitError, GitRefusal } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { isBundleHead } from "./original-layout.ts";
import { createTemporaryFolder, readOwn, readOwnBytes, writeOwn } from "./own-files.ts";
import { git } from "./run.ts";

/** File in Helve's folder that says which file was read last: the system sets the time of its last change. */
const imported = "imported-bundle";

/**
 * Updates a repository of Helve's own to exactly the branches and tags of a bundle file. The file is opened once, and git
 * reads a copy in Helve's own folder: where a repository takes its place, git would run what that configures.
 */
export async function importBundle(repository: GitFolder, bundle: string): Promise<void> {
  const source = foreignFolder(dirname(bundle));
  const found = await source.stat(basename(bundle));
  const stamp = found ? `${found.dev} ${found.ino} ${found.ctimeNs} ${found.size}` : "";
  if (stamp === (await readOwn(repository.folder, imported))) return;
  const work = await createTemporaryFolder(repository);
  const copy = join(work.path, "bundle");
  try {
    if (!(await source.copyTo(basename(bundle), copy)))
      throw new GitRefusal("original_missing", `${bundle} is not there.`, { path: bundle });
    if (!isBundleHead((await readOwnBytes(copy, 0, 16)).toString("latin1"))) throw unreadableBundle(bundle);
    await fetchFrom(repository, bundle, copy);
    await writeOwn(repository.folder, imported, stamp);
  } finally {
    await work.remove();
  }
}

async function fetchFrom(repository: GitFolder, bundle: string, copy: string): Promise<void> {
  const settings = ["-c", "fetch.fsckObjects=true", "-c", "fetch.unpackLimit=1"];
  const args = ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];
  const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
  try {
    await git(repository, [...settings, ...args, copy, ...refs]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (!/lacks these prerequisite commits/.test(error.stderr)) throw unreadableBundle(bundle);
    throw new GitRefusal(
      "missing_history",
      `${bundle} builds on commits that it does not hold. Make it with git bundle create FILE --all.`,
      { path: bundle },
    );
  }
}

const unreadableBundle = (bundle: string): GitRefusal =>
  new GitRefusal("original_unreadable", `${bundle} cannot be read as a bundle.`, { path: bundle });
