import { Square } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./search.module.css";
import type { SearchResults } from "./search-state.ts";

interface SummaryProps {
  readonly state: SearchResults & { readonly cancel: () => void };
  readonly lines: number;
  readonly onMore: () => void;
  /** Searches every file here instead; null where the service's own search leaves nothing out. */
  readonly onHere: (() => void) | null;
}

/** The numbers of results and of files searched and skipped. */
export function Summary({ state, lines, onMore, onHere }: SummaryProps) {
  const { candidates, searched, large, binary, beyond, unreadable, running, cancel, source } = state;
  const done = searched + large + unreadable + binary + beyond;
  return (
    <div className={styles.summary}>
      <output>
        {lines.toLocaleString()} {lines === 1 ? "result" : "results"} in {state.files.length.toLocaleString()}{" "}
        {state.files.length === 1 ? "file" : "files"} ({howSearched(state, onHere !== null)})
      </output>
      {running ? (
        <>
          <ProgressBar
            label="Searching"
            value={source === "service" || candidates === 0 ? null : Math.min(1, done / candidates)}
          />
          <Button size="s" icon={Square} onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : source === "service" && onHere ? (
        <Button size="s" onClick={onHere}>
          Search every file here
        </Button>
      ) : beyond > 0 ? (
        <Button size="s" onClick={onMore}>
          Search more
        </Button>
      ) : null}
    </div>
  );
}

function howSearched({ source, cut, candidates, searched, ...left }: SearchResults, unsure: boolean): string {
  if (source === "service") {
    if (cut) return "the service returns no more; narrow the search to see the rest";
    return unsure ? "searched by the service, which may leave out parts of words" : "all files searched";
  }
  const count = (number: number, words: string) =>
    number > 0 ? [`${number.toLocaleString()} ${words}`] : [];
  const missing = [
    ...count(left.large, "larger than 1 MB"),
    ...count(left.binary, "binary"),
    ...count(left.unreadable, "that could not be loaded"),
    ...count(left.beyond, "beyond the budget"),
  ];
  if (missing.length === 0 && searched === candidates) return `all ${candidates.toLocaleString()} searched`;
  const rest = missing.length > 0 ? `; not searched: ${missing.join(", ")}` : "";
  return `${searched.toLocaleString()} of ${candidates.toLocaleString()} files searched${rest}`;
}
