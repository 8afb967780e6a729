import { ChevronDown } from "lucide-react";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { TraceSection, TraceSummary } from "../../../../shared/trace-types.ts";
import type { LineReader } from "../../../api/traces/line-reader.ts";
import { Icon } from "../../../ui/marks/icon.tsx";
import type { RowScroller } from "../../../ui/scroller/row-scroller.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { formatSeconds } from "../../../ui/values/time.tsx";
import { lineOfRow, type RowModel } from "./line-map.ts";
import log from "./log.module.css";
import styles from "./sections.module.css";

interface StickySectionProps {
  readonly scroller: RowScroller;
  readonly model: RowModel;
  readonly folding: Folding;
  /** Scrolls to a line, from 0. */
  readonly onGo: (line: number) => void;
}

/** The header of the section that the first line below it belongs to, while the header itself is scrolled away. */
export function StickySection({ scroller, model, folding, onGo }: StickySectionProps) {
  const { whole, belowBar } = useSyncExternalStore(scroller.subscribeTop, scroller.topRows);
  const line = lineOfRow(model, belowBar);
  const index = line === null ? null : stickySection(folding.sections, lineOfRow(model, whole) ?? line, line);
  const section = index === null ? undefined : folding.sections[index];
  if (index === null || !section) return null;
  return <Bar section={section} onGo={() => onGo(section.from)} onFold={() => folding.toggle(index)} />;
}

interface BarProps {
  readonly section: TraceSection;
  readonly onGo: () => void;
  readonly onFold: () => void;
}

function Bar({ section, onGo, onFold }: BarProps) {
  const name = section.header || section.name;
  return (
    <div className={styles.sticky}>
      <div className={styles.stickyBar}>
        <button type="button" className={log.foldButton} aria-label={`Fold ${name}`} onClick={onFold}>
          <Icon of={ChevronDown} size={14} />
        </button>
        <button
          type="button"
          className={cx(flow.growText, layout.ellipsis, styles.stickyName)}
          title="Go to the beginning of the section"
          onClick={onGo}
        >
          {name}
        </button>
        {section.seconds === null ? null : (
          <span className={cx(layout.small, styles.duration)}>{formatSeconds(section.seconds)}</span>
        )}
      </div>
    </div>
  );
}

/** Returns the index of the innermost section that a line is in, not counting one that it opens; null where it is in none. */
export function enclosingSection(sections: readonly TraceSection[], line: number): number | null {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.from ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  for (let index = low - 1; index >= 0; index--) {
    const section = sections[index];
    if (section && (section.to === null || section.to > line)) return index;
    // No section before one of the outermost level extends beyond it.
    if (section?.depth === 0) return null;
  }
  return null;
}

/**
 * Returns the index of the section whose name a bar at the top shows: that of the first line below the bar, null where it is
 * in none or its own header is in view.
 */
export function stickySection(
  sections: readonly TraceSection[],
  whole: number,
  belowBar: number,
): number | null {
  const index = enclosingSection(sections, belowBar);
  return index === null || (sections[index]?.from ?? 0) >= whole ? null : index;
}

export interface Folding {
  readonly sections: readonly TraceSection[];
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

const none: readonly TraceSection[] = [];
/** Milliseconds between two reads of the sections of a log that grows. */
const intervalMs = 1_000;

/** The sections of a log and which are folded, at first those marked as collapsed by the job. */
export function useSections(trace: LineReader | null, summary: TraceSummary | null): Folding {
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
function useSectionList(trace: LineReader | null, summary: TraceSummary | null): readonly TraceSection[] {
  const [sections, setSections] = useState(none);
  const { sections: count = 0, analysed = 0, generation } = summary ?? {};
  const take = useEffectEvent((of: string | undefined, list: readonly TraceSection[]) => {
    if (of === generation) setSections((before) => (isSame(before, list) ? before : list));
  });
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when more was analysed
  useEffect(() => {
    if (!trace || count === 0) return setSections(none);
    // The first lines are on screen before the first read.
    const wait = Math.max(0, readAt.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      readAt.current = performance.now();
      trace.sections().then(
        (list) => take(generation, list),
        () => undefined,
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [trace, count, analysed, generation]);
  return sections;
}

const isSame = (one: readonly TraceSection[], other: readonly TraceSection[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to, seconds }, index) => {
    const same = other[index];
    return same?.from === from && same.to === to && same.seconds === seconds;
  });
