import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import type { MatchRow } from "../../../../shared/trace-types.ts";
import { ItemCache, type LineReader } from "../../../api/traces/line-reader.ts";
import type { RowItem, RowModel } from "../log/line-map.ts";
import styles from "./log-search.module.css";
import type { LogSearch } from "./search-bar.tsx";

interface MatchMapProps {
  /** Numbers of matches in equal parts of the log. */
  readonly density: readonly number[];
  /** Scrolls to a part of the log, 0 to 1. */
  readonly onGo: (part: number) => void;
}

/** Positions of matches beside the scroll bar. Not focusable: the keyboard has its own commands. */
export function MatchMap({ density, onGo }: MatchMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => drawMap(element, density);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    // The colour is the theme's, which the system or a setting changes.
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      observer.disconnect();
      theme.disconnect();
      scheme.removeEventListener("change", draw);
    };
  }, [density]);
  const go = ({ nativeEvent, currentTarget }: MouseEvent<HTMLButtonElement>) =>
    onGo(nativeEvent.offsetY / Math.max(1, currentTarget.clientHeight));
  return (
    <button type="button" className={styles.map} tabIndex={-1} aria-label="Map of matches" onClick={go}>
      <canvas ref={canvas} className={styles.canvas} />
    </button>
  );
}

function drawMap(canvas: HTMLCanvasElement, density: readonly number[]): void {
  const { clientWidth, clientHeight } = canvas;
  const scale = window.devicePixelRatio || 1;
  canvas.width = clientWidth * scale;
  canvas.height = clientHeight * scale;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = getComputedStyle(canvas).color;
  const highest = density.reduce((max, count) => Math.max(max, count), 1);
  // A single match must be visible too.
  const height = Math.max(2 * scale, canvas.height / density.length);
  for (const [index, count] of density.entries()) {
    if (count === 0) continue;
    context.globalAlpha = 0.45 + 0.55 * (Math.log1p(count) / Math.log1p(highest));
    context.fillRect(0, (index / density.length) * (canvas.height - height), canvas.width, height);
  }
}

/** Lines that are shown around each match. */
const context = 2;
const pending: RowItem = { kind: "pending" };

interface Rows {
  readonly cache: ItemCache<MatchRow>;
  readonly total: number;
  /** Counts updates, so that a new model is rendered. */
  readonly changes: number;
}

/** The rows of a log reduced to matches and the lines around them; null while all lines are shown. */
export function useMatchModel(trace: LineReader, generation: string, search: LogSearch): RowModel | null {
  const { searched, isOnly, state } = search;
  const isOn = isOnly && searched !== "" && state !== null && state.problem === undefined;
  const [rows, setRows] = useState<Rows | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query or log has other rows
  useEffect(() => {
    if (!isOn) return setRows(null);
    const cache = new ItemCache<MatchRow>(
      async (from, to) => {
        const found = await trace.matchRows(context, from, to);
        setRows((now) => (now?.cache === cache ? { ...now, total: found.total } : now));
        return found.rows;
      },
      () => setRows((now) => (now?.cache === cache ? { ...now, changes: now.changes + 1 } : now)),
    );
    setRows({ cache, total: 0, changes: 0 });
    return () => cache.close();
  }, [trace, generation, isOn, searched]);
  const end = `${state?.lines ?? 0} ${state?.scannedLines ?? 0}`;
  const cache = rows?.cache;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows changes as the search continues
  useEffect(() => {
    let isLatest = true;
    if (!cache) return;
    trace.matchRows(context, 0, 0).then(
      ({ total }) => isLatest && setRows((now) => (now?.cache === cache ? { ...now, total } : now)),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [trace, cache, end]);
  return useMemo(() => {
    if (!rows || !isOn) return null;
    const { total } = rows;
    return {
      rows: total,
      at: (row) => itemOf(rows.cache.get(row)),
      rowOf: (line) => trace.matchRowOf(context, line),
      version: `matches ${generation} ${searched}`,
      request: (from, to) =>
        rows.cache.request(
          Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
          total,
          `${total} ${end}`,
        ),
    };
  }, [trace, rows, isOn, generation, searched, end]);
}

function itemOf(row: MatchRow | undefined): RowItem {
  if (!row) return pending;
  if ("line" in row) return { kind: "line", line: row.line, isContext: !row.match };
  return { kind: "gap", from: row.from, to: row.to };
}
