import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Section, TraceSummary } from "../../../../shared/trace/trace-types.ts";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";

export interface Folding {
  readonly sections: readonly Section[];
  /** Index of the section that a line opens. */
  readonly openedBy: ReadonlyMap<number, number>;
  readonly isFolded: (index: number) => boolean;
  /** Changes with each fold, not with each line. */
  readonly version: number;
  toggle(index: number): void;
  /** The same by the line that opens the section. */
  readonly toggleAt: (line: number) => void;
  setAll(isFolded: boolean): void;
  /** Unfolds the sections that hide a line. */
  reveal(line: number): void;
}

const none: readonly Section[] = [];
/** Milliseconds between two reads of the sections of a log that grows. */
const intervalMs = 1_000;

/** The sections of a log and which are folded, at first those marked as collapsed by the job. */
export function useSections(trace: OpenTrace | null, summary: TraceSummary | null): Folding {
  const sections = useSectionList(trace, summary);
  const generation = summary?.generation;
  const [choice, setChoice] = useState(() => ({ generation, folds: new Map<number, boolean>(), version: 0 }));
  const { folds, version } = choice.generation === generation ? choice : { folds: new Map(), version: 0 };
  const change = useCallback(
    (edit: (folds: Map<number, boolean>) => void) =>
      setChoice((now) => {
        const folds = new Map(now.generation === generation ? now.folds : []);
        edit(folds);
        return { generation, folds, version: now.version + 1 };
      }),
    [generation],
  );
  return useMemo(() => {
    const isFolded = (index: number) => folds.get(index) ?? sections[index]?.collapsed ?? false;
    const openedBy = new Map(sections.map(({ from }, index) => [from, index]));
    const toggle = (index: number) => change((next) => next.set(index, !isFolded(index)));
    return {
      sections,
      openedBy,
      isFolded,
      version,
      toggle,
      toggleAt: (line) => {
        const index = openedBy.get(line);
        if (index !== undefined) toggle(index);
      },
      setAll: (folded) =>
        change((next) => {
          for (const index of sections.keys()) next.set(index, folded);
        }),
      reveal: (line) => {
        const hiding = sections.flatMap(({ from, to }, index) =>
          isFolded(index) && from < line && (to === null || line < to) ? [index] : [],
        );
        if (hiding.length === 0) return;
        change((next) => {
          for (const index of hiding) next.set(index, false);
        });
      },
    };
  }, [sections, folds, version, change]);
}

/** Read again as the log grows, since an open section gets its end. */
function useSectionList(trace: OpenTrace | null, summary: TraceSummary | null): readonly Section[] {
  const [sections, setSections] = useState(none);
  const { sections: count = 0, analysed = 0, generation } = summary ?? {};
  const current = useRef(generation);
  current.current = generation;
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when more was analysed
  useEffect(() => {
    if (!trace || count === 0) return setSections(none);
    // The first lines are on screen before the first read.
    const wait = Math.max(0, readAt.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      readAt.current = performance.now();
      trace.sections().then(
        (list) =>
          current.current === generation && setSections((before) => (isSame(before, list) ? before : list)),
        () => undefined,
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [trace, count, analysed, generation]);
  return sections;
}

const isSame = (one: readonly Section[], other: readonly Section[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to, seconds }, index) => {
    const same = other[index];
    return same?.from === from && same.to === to && same.seconds === seconds;
  });
