import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { RefObject } from "react";
import { cx } from "../class-names.ts";
import { IconButton } from "../icon-button.tsx";
import layout from "../layout.module.css";
import { SearchField } from "../search-field.tsx";
import styles from "./pdf.module.css";
import { maxPdfMatches, type PdfSearch } from "./use-pdf-search.ts";
import viewer from "./viewers.module.css";

interface PdfFindBarProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly search: PdfSearch;
  readonly onClose: () => void;
  /** The text field. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Searches the document: Enter and Shift+Enter step through the matches, Escape closes. */
export function PdfFindBar({ query, onQuery, search, onClose, field }: PdfFindBarProps) {
  return (
    <search
      className={viewer.bar}
      aria-label="Find in document"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        } else if (event.key === "F3" || (event.key === "Enter" && event.target === field.current)) {
          event.preventDefault();
          search.step(event.shiftKey ? -1 : 1);
        }
      }}
    >
      <SearchField
        ref={field}
        className={styles.find}
        label="Find in document"
        placeholder="Find"
        value={query}
        onChange={onQuery}
        autoFocus
      />
      <IconButton
        size="s"
        label="Previous match"
        icon={ChevronUp}
        disabled={search.total === 0}
        onClick={() => search.step(-1)}
      />
      <IconButton
        size="s"
        label="Next match"
        icon={ChevronDown}
        disabled={search.total === 0}
        onClick={() => search.step(1)}
      />
      <output className={cx(layout.muted, viewer.numbers)}>{statusOf(query, search)}</output>
      <IconButton size="s" label="Close find" icon={X} onClick={onClose} />
    </search>
  );
}

function statusOf(query: string, { total, index, searching }: PdfSearch): string {
  if (query.trim() === "") return "";
  if (index < 0) return searching ? "Searching…" : "No matches";
  const many = `${total.toLocaleString()}${searching || total >= maxPdfMatches ? "+" : ""}`;
  return `${(index + 1).toLocaleString()} of ${many}`;
}
