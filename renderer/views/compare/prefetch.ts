import type { QueryClient } from "@tanstack/react-query";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { prefetch } from "../../api/use-operation.ts";
import { comparisonQuery } from "../../features/comparison/use-comparison.ts";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";

/** Prefetches a comparison of two refs. */
export function prefetchComparison(
  client: QueryClient,
  { account, project: id }: { readonly account: string; readonly project: string },
  { from, to, straight }: { readonly [name: string]: string | undefined },
): void {
  if (!to) return;
  prepareDiffs();
  void prefetch(client, account, async (read) => {
    const base = from ?? (await read(getProject, { id })).default_branch;
    if (!base) return;
    const [before, after] = await Promise.all(
      [base, to].map((sha) => read(getCommit, { id, sha, stats: false })),
    );
    if (!before || !after) return;
    const input = { id, from: before.id, to: after.id, straight: straight === "1" || undefined };
    await client.ensureQueryData(comparisonQuery(account, input));
  });
}
