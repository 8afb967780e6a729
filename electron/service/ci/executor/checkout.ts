import { mkdir } from "node:fs/promises";
import { git } from "../../git/run.ts";

/** Commits of history that a job's checkout has. */
const depth = 20;

/**
 * Checks a commit out into a folder of its own, as a repository without remotes. No hook and no filter of the
 * repository runs, and submodules are left alone.
 */
export async function checkOut(
  repositoryPath: string,
  sha: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const gitDir = `${folder}/.git`;
  await git(gitDir, ["init", "--quiet", folder], { signal });
  const serve = "git -c uploadpack.allowAnySHA1InWant=true upload-pack";
  const from = `file://${repositoryPath}`;
  await git(
    gitDir,
    ["fetch", "--quiet", "--no-tags", `--depth=${depth}`, `--upload-pack=${serve}`, from, sha],
    {
      signal,
    },
  );
  const tree = ["--work-tree", folder];
  await git(gitDir, [...tree, "-c", "core.symlinks=true", "checkout", "--quiet", "--detach", sha], {
    signal,
  });
}
