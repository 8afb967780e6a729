import { useCallback } from "react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import type { SnippetAddress } from "./snippet-address.ts";

/** Returns a function that opens a snippet's editor. */
export function useEditSnippet({ account, project, id }: SnippetAddress): () => void {
  const go = useGo();
  return useCallback(() => {
    go(hrefs.snippetEdit(account, project, id));
  }, [go, account, project, id]);
}
