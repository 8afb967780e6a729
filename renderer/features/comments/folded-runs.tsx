import { Fragment, type ReactNode } from "react";
import { Disclosure } from "../../ui/panes/section.tsx";
import styles from "./comment.module.css";

interface FoldedRunsProps<T> {
  readonly entries: readonly T[];
  readonly keyOf: (entry: T) => string | number;
  /** Whether an entry is a change that the service noted rather than a comment. */
  readonly isFolded: (entry: T) => boolean;
  readonly draw: (entry: T) => ReactNode;
}

/** Comments in their order; each run of more than one change between them is one line that opens. */
export function FoldedRuns<T>({ entries, keyOf, isFolded, draw }: FoldedRunsProps<T>) {
  return runsOf(entries, isFolded).map((run) => {
    const [first] = run;
    if (first === undefined) return null;
    if (run.length === 1) return <Fragment key={keyOf(first)}>{draw(first)}</Fragment>;
    return (
      <Disclosure key={keyOf(first)} className={styles.run} summary={`${run.length} changes`}>
        {run.map((entry) => (
          <Fragment key={keyOf(entry)}>{draw(entry)}</Fragment>
        ))}
      </Disclosure>
    );
  });
}

/** Returns entries in their order, those of one run of folded ones together. */
export function runsOf<T>(entries: readonly T[], isFolded: (entry: T) => boolean): T[][] {
  const runs: T[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && isFolded(last[0]) && isFolded(entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}
