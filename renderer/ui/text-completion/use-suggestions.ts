import { useEffect, useState } from "react";
import type { CompletionItem, CompletionSource } from "./completion-source.ts";
import type { FoundTrigger } from "./find-trigger.ts";

/** More would need scrolling, and another letter is quicker than reading on. */
const maxItems = 8;
const none: readonly CompletionItem[] = [];

interface Result {
  readonly trigger: string;
  readonly query: string;
  readonly items: readonly CompletionItem[];
}

/** Returns a source's suggestions; while it searches, the previous ones that still match. */
export function useSuggestions(found: FoundTrigger<CompletionSource> | null): readonly CompletionItem[] {
  const [result, setResult] = useState<Result | null>(null);
  const source = found?.source;
  const query = found?.query ?? "";
  useEffect(() => {
    if (!source) return setResult(null);
    const asking = new AbortController();
    const search = () =>
      source.search(query, asking.signal).then(
        (items) => {
          if (!asking.signal.aborted) setResult({ trigger: source.trigger, query, items });
        },
        // Offline, or the service lacks the list: nothing is suggested.
        () => setResult(null),
      );
    const timer = setTimeout(() => void search(), source.wait ?? 0);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [source, query]);
  if (!source || result?.trigger !== source.trigger) return none;
  if (result.query === query) return result.items.slice(0, maxItems);
  const wanted = query.toLowerCase();
  return result.items
    .filter(({ label, hint = "" }) => `${label} ${hint}`.toLowerCase().includes(wanted))
    .slice(0, maxItems);
}
