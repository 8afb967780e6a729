import { SmilePlus } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { IconButton, type IconButtonProps } from "../buttons/button.tsx";
import { SearchBox } from "../forms/search-box.tsx";
import { Popover } from "../overlays/popover.tsx";
import { useOnScreen } from "../panes/observe-element.ts";
import layout from "../theme/layout.module.css";
import { type Emoji, searchEmoji } from "./emoji.ts";
import styles from "./emoji-grid.module.css";
import { useEmoji } from "./use-emoji.ts";

interface EmojiGridProps {
  readonly label: string;
  readonly onChoose: (emoji: Emoji) => void;
}

const none: readonly never[] = [];
/** Pixels of a row. */
const cellHeight = 34;

/** Every emoji under a text field: typing searches, arrows move, Enter chooses. */
function EmojiGrid({ label, onChoose }: EmojiGridProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const table = useEmoji(true);
  const [query, setQuery] = useState("");
  const [activeIndex, setActiveIndex] = useState(0);
  const sections = useMemo(() => (table ? emojiSections(table, query) : none), [table, query]);
  const flat = useMemo(() => sections.flatMap(({ emoji }) => emoji), [sections]);
  const current = flat[activeIndex];
  useEffect(() => {
    list.current?.querySelector(`[data-index="${activeIndex}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeIndex]);
  // Enter before the table has loaded chooses the first match once it has.
  const [isAwaited, setIsAwaited] = useState(false);
  useEffect(() => {
    if (!isAwaited || !table) return;
    setIsAwaited(false);
    if (current) onChoose(current);
  }, [isAwaited, table, current, onChoose]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (current || !table)) {
      event.preventDefault();
      return current ? onChoose(current) : setIsAwaited(true);
    }
    const next = moveInGrid(event.key, activeIndex, sections);
    if (next === null) return;
    event.preventDefault();
    setActiveIndex(next);
  };
  let begin = 0;
  return (
    <div className={styles.root}>
      <SearchBox
        label={label}
        placeholder="Search emoji…"
        value={query}
        onChange={(next) => {
          setQuery(next);
          setActiveIndex(0);
          setIsAwaited(false);
        }}
        onKeyDown={onKeyDown}
        list={`${id}-list`}
        active={current ? `${id}-${activeIndex}` : undefined}
        loading={!table}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {sections.map(({ title, emoji }) => {
          const from = begin;
          begin += emoji.length;
          const active = activeIndex >= from && activeIndex < begin ? activeIndex : -1;
          return (
            <Cells
              key={title}
              {...{ id, title, emoji, from, active, onChoose, onActivate: setActiveIndex }}
            />
          );
        })}
      </div>
      <div className={styles.foot} role={sections.length === 0 && table ? "status" : undefined}>
        {current ? (
          <>
            <span aria-hidden="true">{current.char}</span> <strong>:{current.name}:</strong>
            <span className={layout.ellipsis}>{current.description}</span>
          </>
        ) : table ? (
          "No matches"
        ) : (
          "Loading…"
        )}
      </div>
    </div>
  );
}

interface CellsProps extends EmojiSection {
  readonly id: string;
  /** Index of the first one among all. */
  readonly from: number;
  /** Active index; -1 where it is in another section. */
  readonly active: number;
  readonly onActivate: (index: number) => void;
  readonly onChoose: (emoji: Emoji) => void;
}

/** Rendered once it was scrolled or moved to; again only when the active cell is in it, or was. */
const Cells = memo(function Cells({ id, title, emoji, from, active, onActivate, onChoose }: CellsProps) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useOnScreen(box) || active >= 0;
  const height = Math.ceil(emoji.length / columns) * cellHeight;
  return (
    <div ref={box} role="presentation">
      <div role="presentation" className={styles.heading}>
        {title}
      </div>
      <div className={styles.cells} style={{ height }} role="presentation">
        {(seen ? emoji : none).map((each, index) => (
          // Focus stays in the text field, which handles the keys for every option.
          <span
            key={each.char}
            id={`${id}-${from + index}`}
            data-index={from + index}
            role="option"
            tabIndex={-1}
            aria-label={each.name}
            aria-selected={from + index === active}
            className={styles.cell}
            onPointerMove={() => onActivate(from + index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(each)}
            onKeyDown={(event) => {
              if (event.key === "Enter") onChoose(each);
            }}
          >
            {each.char}
          </span>
        ))}
      </div>
    </div>
  );
}, sameCells);

/** Returns whether two sets of props draw the same; the functions are new at each render, but do the same. */
function sameCells(before: CellsProps, after: CellsProps): boolean {
  return before.emoji === after.emoji && before.active === after.active && before.from === after.from;
}

/** Emoji under one heading. */
interface EmojiSection {
  readonly title: string;
  readonly emoji: readonly Emoji[];
}

/** Emoji in a row of the grid. */
const columns = 9;

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

interface EmojiPickerProps {
  readonly label: string;
  /** Called with the emoji's name, without colons. */
  readonly onChoose: (name: string) => void;
  readonly align?: "start" | "end";
  /** Size of the button: "m" beside a field. */
  readonly size?: IconButtonProps["size"];
  /** As that of a `Button`. */
  readonly writes?: IconButtonProps["writes"];
}

/** A button that opens every emoji to search and choose from. */
export function EmojiPicker({
  label,
  onChoose,
  align = "start",
  size = "s",
  writes = false,
}: EmojiPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      flush
      align={align}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton writes={writes} label={label} icon={SmilePlus} size={size} />}
    >
      <EmojiGrid
        label={label}
        onChoose={({ name }) => {
          setOpen(false);
          onChoose(name);
        }}
      />
    </Popover>
  );
}
