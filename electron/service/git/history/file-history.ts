import type { Repository } from "../repository.ts";
import { gitText } from "../run.ts";
import type { GitCommit } from "./commits.ts";

/** A commit that changed a file, and the file's path in it. */
export interface FileVersion
  extends Pick<GitCommit, "id" | "authorName" | "authorEmail" | "authoredAt" | "message"> {
  readonly path: string;
}

/** Two empty fields begin a commit, so that the output reads the same wherever it is cut. */
const format = `--format=tformat:${["", "", "%H", "%an", "%ae", "%aI", "%B"].join("%x00")}`;

/** Returns commits that changed the file at a path, newest first, through its renames. `signal` ends git. */
export async function fileHistory(
  { folder }: Repository,
  tip: string,
  path: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  signal: AbortSignal,
): Promise<FileVersion[]> {
  // git applies `--skip` before it follows renames, so the page is cut here.
  const args = ["log", "--follow", "--name-status", "-z", "--encoding=UTF-8", format];
  const output = await gitText(folder, [...args, `--max-count=${skip + limit}`, tip, "--", path], {
    signal,
    boundedMemory: true,
  });
  return readVersions(output.split("\0"), path).slice(skip);
}

function readVersions(fields: readonly string[], newest: string): FileVersion[] {
  const versions: FileVersion[] = [];
  let path = newest;
  for (let at = 2; at + 4 < fields.length; ) {
    const [id = "", authorName = "", authorEmail = "", authoredAt = "", message = ""] = fields.slice(at);
    versions.push({ id, authorName, authorEmail, authoredAt, message, path });
    at += 5;
    // A merge has no status. Of renames and copies the former path is first.
    const status = fields[at]?.startsWith("\n") ? fields[at]?.trim() : undefined;
    if (status !== undefined) at += /^[RC]/.test(status) ? 3 : 2;
    if (status && /^[RC]/.test(status)) path = fields[at - 2] ?? path;
    at += 2;
  }
  return versions;
}
