import { ChevronDown, ChevronRight, CircleX, TriangleAlert } from "lucide-react";
import { type CSSProperties, memo, useLayoutEffect, useRef } from "react";
import type { TraceEnd } from "../../../../shared/host/traces.ts";
import type { Finding, TraceLine, TraceSection } from "../../../../shared/trace-types.ts";
import { Icon } from "../../../ui/marks/icon.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import { formatBytes } from "../../../ui/values/format-bytes.ts";
import { formatSeconds } from "../../../ui/values/time.tsx";
import ansi from "./ansi.module.css";
import { LineText } from "./line-text.tsx";
import styles from "./log.module.css";
import logEndStyles from "./log-row.module.css";

interface LogRowProps {
  /** Index among the rows, for measuring its height. */
  readonly row: number;
  /** From 0. */
  readonly line: number;
  /** Undefined while it is being read. */
  readonly content: TraceLine | undefined;
  /** Pixels from the top. */
  readonly top: number;
  readonly isChosen: boolean;
  readonly isContext: boolean;
  readonly finding: Finding["kind"] | undefined;
  readonly matches: readonly (readonly [number, number])[] | undefined;
  readonly isCurrentMatch: boolean;
  /** The section that the line opens. */
  readonly section: TraceSection | undefined;
  readonly isFolded: boolean;
  readonly hasSections: boolean;
  readonly hasTimes: boolean;
  readonly onNumber: (line: number, extend: boolean) => void;
  readonly onFold: (line: number) => void;
  readonly onCopyLine: (line: number) => void;
}

/** One line of a log with its number, marks and, at the beginning of a section, how long that took. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { line, content, section } = props;
  return (
    <div
      className={cx(
        styles.row,
        props.isChosen && styles.chosen,
        props.isContext && styles.context,
        section && styles.header,
        props.finding === "error" && styles.error,
      )}
      style={{ transform: `translateY(${props.top}px)` }}
      data-row={props.row}
      data-line={line}
    >
      <span className={styles.gutter}>
        <button
          type="button"
          className={styles.number}
          tabIndex={-1}
          aria-label={`Line ${line + 1}`}
          aria-pressed={props.isChosen}
          onClick={(event) => props.onNumber(line, event.shiftKey)}
        >
          {line + 1}
        </button>
        <span className={styles.finding}>
          {props.finding ? (
            <Icon
              of={props.finding === "error" ? CircleX : TriangleAlert}
              size={12}
              label={props.finding === "error" ? "Error" : "Warning"}
            />
          ) : null}
        </span>
      </span>
      {props.hasTimes ? <Time value={content?.timestamp} /> : null}
      {props.hasSections ? (
        <span className={styles.fold}>
          {section ? (
            <button
              type="button"
              className={styles.foldButton}
              aria-expanded={!props.isFolded}
              aria-label={`Section ${section.header || section.name}`}
              onClick={() => props.onFold(line)}
            >
              <Icon of={props.isFolded ? ChevronRight : ChevronDown} size={14} />
            </button>
          ) : null}
        </span>
      ) : null}
      <span className={styles.text} data-text>
        {content ? (
          <LineText spans={content.spans} matches={props.matches} isCurrent={props.isCurrentMatch} />
        ) : null}
      </span>
      {content?.cut ? (
        <button type="button" className={styles.cut} onClick={() => props.onCopyLine(line)}>
          {formatBytes(content.cut)} more. Copy the whole line
        </button>
      ) : null}
      {section ? (
        <span className={styles.duration}>
          {section.seconds === null ? "" : formatSeconds(section.seconds)}
        </span>
      ) : null}
    </div>
  );
});

function Time({ value }: { readonly value: string | undefined }) {
  return (
    <time className={styles.time} dateTime={value} title={value}>
      {value ? clockText(value) : ""}
    </time>
  );
}

const two = (part: number): string => String(part).padStart(2, "0");

/** Returns the time of day of an ISO time, in the user's time zone and to the second; empty for any other text. */
function clockText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

interface LogEndProps {
  readonly end: TraceEnd;
  /** Height of a line in pixels. */
  readonly rowPx: number;
  readonly isWrapped: boolean;
}

const focusable = { tabIndex: 0 };

/** The last lines of a log, below those that are read so far. They have no numbers yet. */
export function LogEnd({ end, rowPx, isWrapped }: LogEndProps) {
  const lines = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have another end
  useLayoutEffect(() => {
    lines.current?.scrollTo({ top: lines.current.scrollHeight });
  }, [end]);
  return (
    <section className={logEndStyles.end} aria-label="End of the log">
      <h2 className={logEndStyles.title}>End of the log</h2>
      <div
        ref={lines}
        className={cx(logEndStyles.lines, ansi.palette, isWrapped && logEndStyles.wrapped)}
        style={{ "--row": `${rowPx}px` } as CSSProperties}
        {...focusable}
      >
        {end.lines.map(({ number, spans }) => (
          <div key={number} className={logEndStyles.line}>
            <LineText spans={spans} />
          </div>
        ))}
      </div>
    </section>
  );
}
