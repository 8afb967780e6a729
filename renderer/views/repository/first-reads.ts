import { getBranch } from "../../../shared/api/resources/branches.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree, type TreeEntry } from "../../../shared/api/resources/repository.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import type { Prefetch } from "../../api/use-operation.ts";

/**
 * Reads the first data of the files view: the ref's commit, its root folder, and the folder of the path. `open` gets the entry
 * at the path as soon as it is known.
 */
export async function readFiles(
  read: Prefetch,
  id: string,
  { ref: requestedRef, path = "" }: { readonly [name: string]: string | undefined },
  open?: (entry: TreeEntry) => Promise<unknown>,
): Promise<void> {
  const ref = requestedRef ?? (await read(getProject, { id })).default_branch;
  if (!ref) return;
  const contents = async () => {
    const { id: sha } = await read(getCommit, { id, sha: ref });
    const folder = (at: string) =>
      read(listTree, { id, ref: sha, per_page: 100, path: at || undefined }, "all");
    if (path === "") return folder("");
    const [entries] = await Promise.all([folder(folderOf(path)), folder("")]);
    const entry = entries.find((one) => one.path === path);
    if (entry) await open?.(entry);
  };
  const branch = async () => {
    if (readRefName(ref).kind !== "tag") await read(getBranch, { id, branch: shortRef(ref) });
  };
  await Promise.all([contents(), read(getProject, { id }), branch()]);
}
