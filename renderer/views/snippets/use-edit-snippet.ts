import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { SnippetAddress } from "./snippet-address.ts";

/** Returns a function that goes to where a snippet is edited. */
export function useEditSnippet({ account, project, id }: SnippetAddress): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const snippet = String(id);
    if (project === null) {
      void navigate({ to: "/a/$account/snippets/$snippet/edit", params: { account, snippet } });
    } else {
      void navigate({
        to: "/a/$account/p/$project/snippets/$snippet/edit",
        params: { account, project, snippet },
      });
    }
  }, [navigate, account, project, id]);
}
