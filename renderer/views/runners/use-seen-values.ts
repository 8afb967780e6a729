import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Runner } from "../../../shared/api/resources/runners.ts";
import type { SeenValues } from "./filter/completions.ts";
import { detailQuery } from "./fleet/runner-queries.ts";

const collator = new Intl.Collator("en", { numeric: true });

/** Tags, versions, platforms and projects of the runners whose details were read, for completing what is typed. */
export function useSeenValues(account: string, runners: readonly Runner[], cacheVersion: number): SeenValues {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cache version means that the cache has more
  return useMemo(() => {
    // Computed on access: it is rarely needed.
    const details = () =>
      runners.flatMap(({ id }) => client.getQueryData(detailQuery(account, id).queryKey) ?? []);
    const sorted = (values: readonly (string | null | undefined)[]) =>
      [...new Set(values.filter((value) => value !== null && value !== undefined && value !== ""))]
        .map(String)
        .toSorted(collator.compare);
    return {
      get tag() {
        return sorted(details().flatMap(({ tag_list }) => tag_list));
      },
      get version() {
        return sorted(details().map(({ version }) => version)).toReversed();
      },
      get platform() {
        return sorted(details().map(({ platform }) => platform));
      },
      get arch() {
        return sorted(details().map(({ architecture }) => architecture));
      },
      get project() {
        return sorted(
          details().flatMap(({ projects }) => projects.map((project) => project.path_with_namespace)),
        );
      },
    };
  }, [client, account, runners, cacheVersion]);
}
