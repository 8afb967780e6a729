import { useLayoutEffect, useRef, useState } from "react";
import type {
  DiffEngine,
  DiffLine,
  DiffPair,
  DiffSummary,
  OpenDiff,
} from "../../../shared/diff/diff-types.ts";
import type { Token } from "../../../shared/text/token.ts";
import type { DiffMode } from "./diff-model.ts";

/** A line with its colours, once they are computed. */
export interface ColouredLine extends DiffLine {
  readonly tokens: readonly Token[] | null;
}

/** A row of either layout: one line, or two side by side. */
export interface ColouredRow {
  readonly left: ColouredLine | null;
  readonly right: ColouredLine | null;
}

/** Files whose rows are cached, so that scrolling back shows them at once. */
const maxCachedFiles = 60;

/** Rows of a file by their index; a new object whenever some arrive. */
export interface FileRows {
  readonly byRow: ReadonlyMap<number, ColouredRow>;
}

/** Rows received so far of each file. */
export interface RowStore {
  get(file: number): FileRows | undefined;
}

export interface RowBlock {
  readonly file: number;
  readonly path: string;
  /** The one that the repository's attributes name. */
  readonly language: string | undefined;
  readonly from: number;
  readonly to: number;
  /** A new object when the file's rows have changed; undefined where the file was not read yet. */
  readonly summary: DiffSummary | undefined;
}

interface Store {
  readonly open: OpenDiff | null;
  readonly mode: DiffMode;
  readonly files: Map<number, { readonly byRow: Map<number, ColouredRow> }>;
  /** Requested blocks, by file and first row. */
  readonly asked: Map<string, AskedBlock>;
}

/** A block that was requested. */
interface AskedBlock {
  readonly to: number;
  readonly language: string | undefined;
  summary: DiffSummary | undefined;
  /** Cancels its colours while they are awaited. */
  colours: AbortController | null;
}

const newStore = (open: OpenDiff | null, mode: DiffMode): Store => ({
  open,
  mode,
  files: new Map(),
  asked: new Map(),
});

/** Fetches blocks of rows as they approach the viewport: text at once, colours when they are ready. */
export function useDiffRows(
  engine: DiffEngine,
  open: OpenDiff | null,
  mode: DiffMode,
  blocks: readonly RowBlock[],
): RowStore {
  const store = useRef(newStore(open, mode));
  const [, redraw] = useState(0);
  if (store.current.open !== open || store.current.mode !== mode) store.current = newStore(open, mode);
  // After each render: looking up a few blocks costs less than comparing them.
  useLayoutEffect(() => {
    const current = store.current;
    cancelColours(current, blocks);
    for (const block of blocks) if (open && !isAsked(current, block)) void fetchBlock(open, block);

    async function fetchBlock(from: OpenDiff, block: RowBlock): Promise<void> {
      const name = nameOf(block);
      const { to, language, summary } = block;
      // Rows that are shown keep their colours until they have those of the other language.
      const isRecoloured =
        current.asked.get(name)?.summary === summary && current.files.get(block.file)?.byRow.has(block.from);
      const asked: AskedBlock = { to, language, summary, colours: null };
      current.asked.set(name, asked);
      try {
        const plain = await read(from, mode, block);
        if (current.asked.get(name) !== asked) return;
        // A file whose diff was left out has rows once its texts were compared.
        if (plain.length === 0) return void current.asked.delete(name);
        if (!isRecoloured) put(block, plain.map(bare));
        asked.colours = new AbortController();
        const coloured = await colour(engine, block, plain, asked.colours.signal);
        asked.colours = null;
        if (coloured && current.asked.get(name) === asked) put(block, coloured);
      } catch {
        // A closed diff has no rows; errors are reported where the diff was opened.
      }
    }

    function put({ file, from }: RowBlock, rows: readonly ColouredRow[]): void {
      const byRow = current.files.get(file)?.byRow ?? new Map<number, ColouredRow>();
      for (const [i, row] of rows.entries()) byRow.set(from + i, row);
      // As the newest, and as another object.
      current.files.delete(file);
      current.files.set(file, { byRow });
      for (const old of [...current.files.keys()].slice(0, -maxCachedFiles)) {
        current.files.delete(old);
        for (const name of current.asked.keys()) if (name.startsWith(`${old}:`)) current.asked.delete(name);
      }
      if (store.current === current) redraw((count) => count + 1);
    }
  });
  return store.current.files;
}

/** Cancels colours of rows that were scrolled away, before which those in view would wait. */
function cancelColours({ asked }: Store, blocks: readonly RowBlock[]): void {
  const near = new Set(blocks.map(nameOf));
  for (const [name, { colours }] of asked) {
    if (!colours || near.has(name)) continue;
    asked.delete(name);
    colours.abort();
  }
}

const nameOf = ({ file, from }: RowBlock): string => `${file}:${from}`;

function isAsked({ asked, files }: Store, block: RowBlock): boolean {
  const before = asked.get(nameOf(block));
  if (!before || before.to < block.to || before.language !== block.language) return false;
  // Rows requested before the file was read are those of the file, where they have come: its place may not be the first.
  if (files.get(block.file)?.byRow.has(block.from)) before.summary ??= block.summary;
  return before.summary === block.summary;
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

/** Highlights both sides, each as one piece of code: the old and the new one. */
async function colour(
  engine: DiffEngine,
  { path, language }: RowBlock,
  rows: readonly DiffPair[],
  signal: AbortSignal,
): Promise<ColouredRow[] | null> {
  const sides = await Promise.all([
    engine.highlight(
      path,
      rows.map(({ left, right }) => codeOf(left ?? (right?.kind === "added" ? null : right))),
      language,
      signal,
    ),
    engine.highlight(
      path,
      rows.map(({ left, right }) => codeOf(right ?? (left?.kind === "removed" ? null : left))),
      language,
      signal,
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
