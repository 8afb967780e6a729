import { useEffect, useRef, useState } from "react";
import type { LineMatch, LineSource } from "./line-source.ts";

export interface LineSearch {
  readonly matches: readonly LineMatch[];
  /** Index of the current match. */
  readonly current: number;
  readonly searching: boolean;
  /** Reason why the query is invalid, such as an open bracket in a regular expression. */
  readonly problem: string | null;
  step(by: 1 | -1): void;
}

/** Matches beyond which a search stops. */
export const maxLineMatches = 10_000;

const nothing: { matches: readonly LineMatch[]; problem: string | null } = { matches: [], problem: null };

/** Searches a source as one types; a newer query ends the one before. */
export function useLineSearch(source: LineSource, query: string, regex: boolean): LineSearch {
  const [found, setFound] = useState(nothing);
  const [current, setCurrent] = useState(0);
  const [searching, setSearching] = useState(false);
  // A pattern that took too long, which is not tried again on what is read anew.
  const refused = useRef("");
  useEffect(() => {
    if (refused.current === `${regex} ${query}`) return;
    refused.current = "";
    setCurrent(0);
    if (query === "") {
      setFound(nothing);
      setSearching(false);
      return;
    }
    const controller = new AbortController();
    setSearching(true);
    source.search(query, regex, maxLineMatches, controller.signal).then(
      (matches) => {
        setFound({ matches, problem: null });
        setSearching(false);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof Error && error.name === "TimeLimitError") refused.current = `${regex} ${query}`;
        setFound({ matches: [], problem: error instanceof Error ? error.message : String(error) });
        setSearching(false);
      },
    );
    return () => controller.abort();
  }, [source, query, regex]);
  const count = found.matches.length;
  return {
    ...found,
    current: Math.min(current, Math.max(0, count - 1)),
    searching,
    step: (by) => count > 0 && setCurrent((now) => (now + by + count) % count),
  };
}
