import { useEffect, useRef, useState } from "react";
import type { DiffEngine, DiffLine, DiffMode, DiffPair, DiffSummary, OpenDiff, Token } from "./diff-model.ts";

/** A line with its colours, once they have come. */
export interface ColouredLine extends DiffLine {
  readonly tokens: readonly Token[] | null;
}

/** A row of either layout: one line, or two side by side. */
export interface ColouredRow {
  readonly left: ColouredLine | null;
  readonly right: ColouredLine | null;
}

/** Rows that are kept by file, so that scrolling back finds them at once. */
const kept = 60;

/** Rows of a file by their index: what has come so far of the block that is asked for, and what came before. */
export interface RowStore {
  get(file: number, row: number): ColouredRow | undefined;
}

export interface RowBlock {
  readonly file: number;
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Another one tells that the file's rows are others now. */
  readonly summary: DiffSummary | undefined;
}

/** Fetches blocks of rows as they come into view: text at once, colours when they are ready. */
export function useDiffRows(
  engine: DiffEngine,
  open: OpenDiff | null,
  mode: DiffMode,
  blocks: readonly RowBlock[],
): RowStore {
  const store = useRef({
    open,
    mode,
    files: new Map<number, Map<number, ColouredRow>>(),
    asked: new Map<string, DiffSummary | undefined>(),
  });
  const [, redraw] = useState(0);
  if (store.current.open !== open || store.current.mode !== mode) {
    store.current = { open, mode, files: new Map(), asked: new Map() };
  }
  const changes = useChanges(blocks);
  const wanted = [changes, ...blocks.map(({ file, from, to }) => `${file}:${from}:${to}`)].join(" ");
  const latest = useRef(blocks);
  latest.current = blocks;
  useEffect(() => {
    const current = store.current;
    if (!open || wanted === "") return;
    for (const block of latest.current) void fetchBlock(block);

    async function fetchBlock(block: RowBlock): Promise<void> {
      const { file, from, to } = block;
      const name = `${file}:${from}:${to}`;
      if (!open || (current.asked.has(name) && current.asked.get(name) === block.summary)) return;
      current.asked.set(name, block.summary);
      const plain = await read(open, mode, block);
      if (current.asked.get(name) !== block.summary) return;
      put(file, from, plain.map(bare));
      const coloured = await colour(engine, block.path, plain);
      if (coloured && current.asked.get(name) === block.summary) put(file, from, coloured);
    }

    function put(file: number, from: number, rows: readonly ColouredRow[]): void {
      const known = current.files.get(file) ?? new Map<number, ColouredRow>();
      current.files.delete(file);
      current.files.set(file, known);
      for (const [i, row] of rows.entries()) known.set(from + i, row);
      for (const old of [...current.files.keys()].slice(0, -kept)) {
        current.files.delete(old);
        for (const name of current.asked.keys()) if (name.startsWith(`${old}:`)) current.asked.delete(name);
      }
      if (store.current === current) redraw((count) => count + 1);
    }
  }, [engine, open, mode, wanted]);
  return { get: (file, row) => store.current.files.get(file)?.get(row) };
}

/** A number that grows whenever a visible file's summary becomes another one. */
function useChanges(blocks: readonly RowBlock[]): number {
  const seen = useRef({ summaries: new Map<number, DiffSummary | undefined>(), count: 0 });
  for (const { file, summary } of blocks) {
    const { summaries } = seen.current;
    if (summaries.has(file) && summaries.get(file) !== summary) seen.current.count++;
    summaries.set(file, summary);
  }
  return seen.current.count;
}

async function read(
  open: OpenDiff,
  mode: DiffMode,
  { file, from, to }: RowBlock,
): Promise<readonly DiffPair[]> {
  if (mode === "split") return open.split(file, from, to);
  const lines = await open.unified(file, from, to);
  return lines.map((line) =>
    line.kind === "removed" ? { left: line, right: null } : { left: null, right: line },
  );
}

const bare = ({ left, right }: DiffPair): ColouredRow => ({
  left: left && { ...left, tokens: null },
  right: right && { ...right, tokens: null },
});

/** Colours both sides, each as one stretch of code: what was, and what is. */
async function colour(
  engine: DiffEngine,
  path: string,
  rows: readonly DiffPair[],
): Promise<ColouredRow[] | null> {
  const sides = await Promise.all([
    engine.highlight(
      path,
      rows.map(({ left, right }) => codeOf(left ?? (right?.kind === "added" ? null : right))),
    ),
    engine.highlight(
      path,
      rows.map(({ left, right }) => codeOf(right ?? (left?.kind === "removed" ? null : left))),
    ),
  ]);
  const [before, after] = sides;
  if (!before || !after) return null;
  return rows.map(({ left, right }, i) => ({
    left: left && { ...left, tokens: before[i] ?? null },
    right: right && { ...right, tokens: after[i] ?? null },
  }));
}

const codeOf = (line: DiffLine | null): string => (!line || line.kind === "hunk" ? "" : line.text);
