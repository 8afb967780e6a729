import type { QueryClient } from "@tanstack/react-query";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { readRefName, shortRef } from "../../../shared/text/ref-name.ts";
import { prefetch } from "../../api/prefetch.ts";

/** Prefetches the first data of the files view: the ref's commit and its root folder. */
export function prefetchFiles(
  client: QueryClient,
  { account, project: id }: { readonly account: string; readonly project: string },
  { ref: requestedRef }: { readonly [name: string]: string | undefined },
): void {
  void prefetch(client, account, async (read) => {
    const ref = requestedRef ?? (await read(getProject, { id })).default_branch;
    if (!ref) return;
    const folder = async () => {
      const commit = await read(getCommit, { id, sha: ref });
      return read(listTree, { id, ref: commit.id, per_page: 100 }, "all");
    };
    const branch = async () => {
      if (readRefName(ref).kind !== "tag") await read(getBranch, { id, branch: shortRef(ref) });
    };
    await Promise.all([read(getProject, { id }), branch(), folder()]);
  });
}
