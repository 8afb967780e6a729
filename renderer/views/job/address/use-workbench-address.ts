import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { TraceQuery } from "../../../../shared/trace-types.ts";
import {
  anyText,
  flag,
  oneOf,
  readSearch,
  type SearchOf,
  wholeNumber,
} from "../../../features/addresses/search-fields.ts";

/** The panel beside the log. */
export type Panel = "problems" | "pipeline";

const address = {
  panel: oneOf("problems", "pipeline"),
  view: oneOf("compare"),
  with: wholeNumber,
  q: anyText,
  regex: flag,
  case: flag,
  word: flag,
  only: flag,
};
type WorkbenchSearch = SearchOf<typeof address>;

export interface WorkbenchAddress {
  readonly panel: Panel | null;
  /** The log is compared with another one. */
  readonly isComparing: boolean;
  /** Job that it is compared with; null for the last success. */
  readonly comparedWith: number | null;
  readonly query: TraceQuery;
  /** Lines without a match are hidden. */
  readonly isOnly: boolean;
  /** Changes parts of the search and the hash, replacing the history entry. */
  readonly change: (
    change: Partial<Record<keyof WorkbenchSearch, string | undefined>>,
    hash?: string,
  ) => void;
}

/** Writes a query as the address has it. */
export const querySearch = ({ text, regex, matchCase, word }: TraceQuery): WorkbenchSearch => ({
  q: text || undefined,
  regex: regex ? "1" : undefined,
  case: matchCase ? "1" : undefined,
  word: word ? "1" : undefined,
});

/** The view state of a job's log in the URL, so that a reload restores it. */
export function useWorkbenchAddress(): WorkbenchAddress {
  const {
    panel,
    view,
    with: other,
    q,
    regex,
    case: matchCase,
    word,
    only,
  } = readSearch(address, useSearch({ from: "__root__" }));
  const navigate = useNavigate();
  const change = useCallback<WorkbenchAddress["change"]>(
    (next, hash) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...next }),
        hash: hash ?? true,
        replace: true,
      }),
    [navigate],
  );
  return useMemo(
    () => ({
      panel: panel ?? null,
      isComparing: view === "compare",
      comparedWith: other === undefined ? null : Number(other),
      query: { text: q ?? "", regex: regex === "1", matchCase: matchCase === "1", word: word === "1" },
      isOnly: only === "1",
      change,
    }),
    [panel, view, other, q, regex, matchCase, word, only, change],
  );
}
