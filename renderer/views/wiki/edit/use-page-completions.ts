import { useMemo } from "react";
import { useReferenceSources } from "../../../features/references/reference-sources.ts";
import { emojiSource } from "../../../ui/emoji/emoji-source.ts";
import type { CompletionSource } from "../../../ui/text-completion/completion-source.ts";
import { fullTitle } from "../model/page-names.ts";
import { filterPages } from "../model/page-tree.ts";
import { useWiki } from "../model/use-wiki.ts";

/** Completions in a page's text: pages after `[[`, people, merge requests and emoji. */
export function usePageCompletions(): readonly CompletionSource[] {
  const { project, pages } = useWiki();
  const references = useReferenceSources(project);
  return useMemo(() => {
    const source: CompletionSource = {
      trigger: "[[",
      label: "pages",
      pattern: /^[^[\]\n|]*$/,
      search: async (query) =>
        filterPages(pages, query)
          .slice(0, 8)
          .map((page) => ({
            id: page.slug,
            label: page.title,
            hint: page.slug,
            insert: `[[${fullTitle(page)}]]`,
          })),
    };
    return [source, ...references, emojiSource];
  }, [pages, references]);
}
