import { CaseSensitive, ChevronDown, ChevronUp, Regex, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { DiffHit, DiffHits, LineRef, OpenDiff } from "../../../shared/diff/diff-types.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { usePlaceholder } from "../../ui/forms/use-placeholder.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import styles from "./diff-panes.module.css";

/** A search in a change. */
export interface ChangeQuery {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}
export const emptyQuery: ChangeQuery = { text: "", regex: false, matchCase: false };

interface ChangeSearchProps {
  /** Kept by the caller: the view of one version makes room for that of another. */
  readonly query: ChangeQuery;
  readonly onQuery: (query: ChangeQuery) => void;
  readonly open: OpenDiff | null;
  /** Indices of the files from top to bottom, in which hits are gone through. */
  readonly order: readonly number[];
  readonly onFind: (pattern: RegExp | null) => void;
  readonly onHit: (line: LineRef) => void;
  readonly onClose: () => void;
}

/** Searches every line of the change for text or a pattern, closed files included. */
export function ChangeSearch({ query, onQuery, open, order, onFind, onHit, onClose }: ChangeSearchProps) {
  const { text, regex, matchCase } = query;
  const [found, setFound] = useState<DiffHits | null>(null);
  const [at, setAt] = useState(-1);
  const [field, placeholder] = usePlaceholder("Search in the change", "Search");
  const pattern = searchPattern(query);
  const source = pattern instanceof RegExp ? `${pattern.flags} ${pattern.source}` : "";
  useEffect(() => {
    setFound(null);
    setAt(-1);
    const [flags = "", ...rest] = source.split(" ");
    const wanted = source === "" ? null : new RegExp(rest.join(" "), flags);
    onFind(wanted);
    if (!wanted || !open) return;
    const controller = new AbortController();
    open.search(wanted, controller.signal).then(
      (hits) => setFound(hits),
      () => undefined,
    );
    return () => controller.abort();
  }, [source, open, onFind]);
  const hits = useMemo(() => hitsInOrder(found?.hits ?? [], order), [found, order]);
  const step = (direction: 1 | -1) => {
    const count = hits.length;
    if (count === 0) return;
    const next = (at + direction + count) % count;
    setAt(next);
    const hit = hits[next];
    if (hit) onHit(hit);
  };
  const close = () => {
    onFind(null);
    onQuery(emptyQuery);
    onClose();
  };
  return (
    <search className={styles.searchBox} aria-label="In the change">
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          step(1);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          else if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            step(-1);
          }
        }}
      >
        <TextField
          label="Search in the change"
          hideLabel
          ref={field}
          placeholder={placeholder}
          value={text}
          onChange={(next) => onQuery({ ...query, text: next })}
          error={pattern === "invalid" ? "Not a valid pattern" : undefined}
          autoFocus
        />
        <IconButton
          label="Match case"
          icon={CaseSensitive}
          size="s"
          pressed={matchCase}
          onClick={() => onQuery({ ...query, matchCase: !matchCase })}
        />
        <IconButton
          label="Regular expression"
          icon={Regex}
          size="s"
          pressed={regex}
          onClick={() => onQuery({ ...query, regex: !regex })}
        />
        <output className={cx(layout.small, styles.hits)}>
          {text === ""
            ? ""
            : found
              ? `${at < 0 ? "" : `${at + 1} of `}${found.total.toLocaleString()} lines`
              : "…"}
        </output>
        <IconButton label="Previous result" icon={ChevronUp} size="s" onClick={() => step(-1)} />
        <IconButton label="Next result" icon={ChevronDown} size="s" onClick={() => step(1)} />
        <IconButton label="Close the search" icon={X} size="s" onClick={close} />
      </form>
    </search>
  );
}

/** Returns the hits in shown files by the position of their files, those of a file from top to bottom. */
function hitsInOrder(hits: readonly DiffHit[], order: readonly number[]): readonly DiffHit[] {
  const positions: number[] = [];
  for (const [position, index] of order.entries()) positions[index] = position;
  return hits
    .filter(({ file }) => positions[file] !== undefined)
    .toSorted((a, b) => (positions[a.file] ?? 0) - (positions[b.file] ?? 0));
}

/** Returns the pattern of a search: null for none, "invalid" where it is not a regular expression. */
function searchPattern({ text, regex, matchCase }: ChangeQuery): RegExp | "invalid" | null {
  if (text === "") return null;
  try {
    return new RegExp(regex ? text : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), matchCase ? "gu" : "giu");
  } catch {
    return "invalid";
  }
}
