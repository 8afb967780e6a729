import type { QueryClient } from "@tanstack/react-query";
import { getCommit, getCommitDiff } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { prefetch } from "../../api/use-operation.ts";
import { readSearch } from "../../features/addresses/search-fields.ts";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";
import { commitListInput, commitSearch } from "./history/commit-search.ts";
import { historyPageQuery } from "./history/history-page.ts";

interface CommitsScope {
  readonly account: string;
  readonly project: string;
}

/** Prefetches the first page of a history: of the ref in the address, or of the default branch. */
export function prefetchCommits(
  client: QueryClient,
  { account, project: id }: CommitsScope,
  address: { readonly [name: string]: string | undefined },
): void {
  const search = readSearch(commitSearch, address);
  if (search.all) return;
  void prefetch(client, account, async (read) => {
    const ref = search.ref ?? (await read(getProject, { id })).default_branch;
    if (!ref) return;
    const { id: tip } = await read(getCommit, { id, sha: ref, stats: false });
    await client.ensureQueryData(historyPageQuery(account, commitListInput(id, search, tip), tip, 1));
  });
}

/** Prefetches a commit and its changes, the changes first where the address has the whole hash. */
export function prefetchCommit(
  client: QueryClient,
  { account, project: id, sha }: CommitsScope & { readonly sha: string },
): void {
  prepareDiffs();
  void prefetch(client, account, async (read) => {
    const changes = async (of: string) => {
      const entries = await read(getCommitDiff, { id, sha: of, per_page: 100 }, "all");
      if (entries[0]) prepareDiffs(entries[0].new_path);
    };
    if (/^[0-9a-f]{40}$/.test(sha)) await Promise.all([changes(sha), read(getCommit, { id, sha })]);
    else await changes((await read(getCommit, { id, sha })).id);
  });
}
