import type { QueryClient } from "@tanstack/react-query";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { prefetch } from "../../api/use-operation.ts";
import { prefetchBlob } from "../../features/repository/read-blob.ts";
import { prepareReadEditor } from "../../ui/code/load-monaco.ts";

/** Prefetches the first data of the files view: the ref's commit, its root folder, and the file that is opened. */
export function prefetchFiles(
  client: QueryClient,
  { account, project: id }: { readonly account: string; readonly project: string },
  { ref: requestedRef, path = "" }: { readonly [name: string]: string | undefined },
): void {
  void prefetch(client, account, async (read) => {
    const ref = requestedRef ?? (await read(getProject, { id })).default_branch;
    if (!ref) return;
    const contents = async () => {
      const { id: sha } = await read(getCommit, { id, sha: ref });
      const folder = (at: string) =>
        read(listTree, { id, ref: sha, per_page: 100, path: at || undefined }, "all");
      if (path === "") return folder("");
      const [entries] = await Promise.all([folder(folderOf(path)), folder("")]);
      const entry = entries.find((one) => one.path === path);
      if (entry?.type !== "blob") return;
      prefetchBlob({ account, project: id }, entry.id);
      await prepareReadEditor();
    };
    const branch = async () => {
      if (readRefName(ref).kind !== "tag") await read(getBranch, { id, branch: shortRef(ref) });
    };
    await Promise.all([contents(), read(getProject, { id }), branch()]);
  });
}
