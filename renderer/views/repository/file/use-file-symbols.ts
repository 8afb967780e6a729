import { useQuery } from "@tanstack/react-query";
import type { Repository } from "../../../features/repository/use-repository.ts";
import type { FileSymbol } from "../../../workers/symbols/outline.ts";
import { outlineInWorker } from "../../../workers/symbols/symbols-engine.ts";

/**
 * Returns the declarations of a file in order; undefined until they are parsed, null where the language is not
 * supported. An empty text requests nothing.
 */
export function useFileSymbols(
  { account, project, commit }: Repository,
  path: string,
  encoding: string,
  text: string,
): readonly FileSymbol[] | null | undefined {
  return useQuery({
    queryKey: [account, "symbols", project, commit.id, path, encoding],
    queryFn: ({ signal }) => outlineInWorker(path, text, signal),
    enabled: text !== "",
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
