import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import { type GitCommit, readCommits } from "./commits.ts";

/** A commit that changed a file, and the file's path in it. */
export interface FileVersion extends GitCommit {
  readonly path: string;
}

/** Two empty fields begin a commit, so that the output reads the same wherever it is cut. */
const format = "--format=tformat:%x00%x00%H";

/** Returns commits that changed the file at a path, newest first, through its renames. `signal` ends git. */
export async function fileHistory(
  repository: Repository,
  tip: string,
  path: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  signal: AbortSignal,
): Promise<FileVersion[]> {
  // git applies `--skip` before it follows renames, so the page is cut here.
  const args = ["log", "--follow", "--name-status", "-z", format];
  const output = await gitText(repository.folder, [...args, `--max-count=${skip + limit}`, tip, "--", path], {
    signal,
    boundedMemory: true,
  });
  const paths = readPaths(output.split("\0"), path).slice(skip);
  const commits = await readCommits(
    repository,
    paths.map(({ id }) => id),
    { signal },
  );
  return commits.map((commit, index) => ({ ...commit, path: paths[index]?.path ?? path }));
}

function readPaths(fields: readonly string[], newest: string): Pick<FileVersion, "id" | "path">[] {
  const versions: Pick<FileVersion, "id" | "path">[] = [];
  let path = newest;
  for (let at = 2; at < fields.length; ) {
    versions.push({ id: fields[at] ?? "", path });
    at += 1;
    // A merge has no status. Of renames and copies the former path is first.
    const status = fields[at]?.startsWith("\n") ? fields[at]?.trim() : undefined;
    if (status !== undefined) at += /^[RC]/.test(status) ? 3 : 2;
    if (status && /^[RC]/.test(status)) path = fields[at - 2] ?? path;
    at += 2;
  }
  return versions;
}
