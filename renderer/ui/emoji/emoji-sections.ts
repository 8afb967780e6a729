import { type Emoji, searchEmoji } from "./emoji.ts";

/** Emoji under one heading. */
export interface EmojiSection {
  readonly title: string;
  readonly emoji: readonly Emoji[];
}

/** Emoji in a row of the grid. */
export const columns = 9;

/** Most used reactions. */
const frequentEmoji = [
  "+1",
  "-1",
  "tada",
  "heart",
  "rocket",
  "eyes",
  "smile",
  "confused",
  "white_check_mark",
];

/** Returns what is offered for a query: everything by kind, what is used most on top; what matches otherwise. */
export function emojiSections(
  table: { readonly all: readonly Emoji[]; readonly byName: ReadonlyMap<string, Emoji> },
  query: string,
): readonly EmojiSection[] {
  if (query.trim() !== "") {
    const found = searchEmoji(table.all, query, columns * 12);
    return found.length > 0 ? [{ title: "Found", emoji: found }] : [];
  }
  const kinds = new Map<string, Emoji[]>();
  for (const emoji of table.all) {
    const kind = kinds.get(emoji.category);
    if (kind) kind.push(emoji);
    else kinds.set(emoji.category, [emoji]);
  }
  return [
    { title: "Often used", emoji: frequentEmoji.flatMap((name) => table.byName.get(name) ?? []) },
    ...[...kinds].map(([title, emoji]) => ({ title, emoji })),
  ];
}

/**
 * Returns the index that a key moves to in the grid: left and right wrap to the next row, up and down stay in the
 * column.
 */
export function moveInGrid(key: string, index: number, sections: readonly EmojiSection[]): number | null {
  const last = sections.reduce((sum, { emoji }) => sum + emoji.length, 0) - 1;
  if (last < 0) return null;
  if (key === "ArrowRight") return Math.min(last, index + 1);
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  // Rows end with their section, so that the next row may be shorter or begin elsewhere.
  const rows: number[][] = [];
  let begin = 0;
  for (const { emoji } of sections) {
    for (let at = 0; at < emoji.length; at += columns) {
      const length = Math.min(columns, emoji.length - at);
      rows.push(Array.from({ length }, (_, i) => begin + at + i));
    }
    begin += emoji.length;
  }
  const row = rows.findIndex((each) => each.includes(index));
  const next = rows[row + (key === "ArrowDown" ? 1 : -1)];
  if (!next) return index;
  const column = rows[row]?.indexOf(index) ?? 0;
  return next[Math.min(column, next.length - 1)] ?? index;
}
