import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";
import { listProjectIssues } from "../../../../shared/api/resources/issues.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Swatch } from "../../../features/labels/labels.tsx";
import { PagedList } from "../../../features/paged-list/list-states.tsx";
import { useSubmitBlock } from "../../../ui/forms/destination.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./board.module.css";
import { BoardCard, cardHeight } from "./board-card.tsx";
import { type BoardColumn, columnKey, columnName, isInColumn } from "./board-columns.ts";
import type { BoardMoves } from "./use-board-moves.ts";

/** Column that an issue is dragged from. */
export interface DraggedIssue {
  readonly issue: Issue;
  readonly from: BoardColumn;
}

interface ColumnProps extends BoardMoves {
  readonly project: string;
  readonly column: BoardColumn;
  readonly columns: readonly BoardColumn[];
  /** Labels of all columns. */
  readonly labels: readonly string[];
  readonly colors: ReadonlyMap<string, string | undefined>;
  /** Filters of the board; null while the ids of people are looked up. */
  readonly filter: Omit<InputOf<typeof listProjectIssues>, "id"> | null;
  readonly dragged: DraggedIssue | null;
  /** The issue that the keyboard moved here last, which gets the focus; null for none, or in another column. */
  readonly arrived: number | null;
  /** Called when the keyboard moves an issue to a column, and with null when the issue has the focus there. */
  readonly onArrive: (arrived: { readonly id: number; readonly key: string } | null) => void;
  readonly onDrag: (dragged: DraggedIssue | null) => void;
  /** Moves the column among those of labels by so many places, or removes it with null. */
  readonly onPlace: (label: string, by: -1 | 1 | null) => void;
}

/** A column of the board: its issues, the last changed first. */
export function Column(props: ColumnProps) {
  const { project, column, columns, labels, colors, filter, moved, move } = props;
  const { dragged, onDrag, arrived, onArrive, onPlace } = props;
  const account = useAccountId();
  const go = useGo();
  const [isOver, setOver] = useState(false);
  const [active, setActive] = useState(0);
  const cards = useRef<HTMLDivElement>(null);
  const list = useOperationPages(
    listProjectIssues,
    filter && { ...filter, ...inputOf(column, labels, filter.labels), id: project },
    { keepPrevious: true },
  );
  const items = shownIssues(list.items, { column, labels, moved });
  const name = columnName(column);
  const at = columns.indexOf(column);
  const isBlocked = useSubmitBlock({}) !== null;
  const moveBy = (issue: Issue, step: -1 | 1) => {
    const to = columns[at + step];
    if (!to) return;
    move(issue, column, to);
    onArrive({ id: issue.id, key: columnKey(to) });
  };
  const arrivedAt = arrived === null ? -1 : items.findIndex(({ id }) => id === arrived);
  const focusArrived = useEffectEvent((index: number) => {
    setActive(index);
    cards.current?.querySelector<HTMLElement>('[role="list"]')?.focus();
    onArrive(null);
  });
  useEffect(() => {
    if (arrivedAt >= 0) focusArrived(arrivedAt);
  }, [arrivedAt]);
  const isTarget = dragged !== null && columnKey(dragged.from) !== columnKey(column);
  const dragEvents = {
    onDragOver(event: DragEvent) {
      if (!isTarget) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      const { relatedTarget: to } = event;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!isTarget) return;
      event.preventDefault();
      onDrag(null);
      move(dragged.issue, dragged.from, column);
    },
  };
  return (
    <section
      className={cx(styles.column, isOver && isTarget && styles.over)}
      aria-label={name}
      data-column
      {...dragEvents}
    >
      <header className={styles.head}>
        {column.kind === "label" ? <Swatch color={colors.get(column.label)} /> : null}
        <h2 className={layout.ellipsis} title={name}>
          {name}
        </h2>
        <span className={layout.small}>{list.total?.toLocaleString()}</span>
        {column.kind === "label" ? (
          <span className={styles.menu}>
            <MoreMenu of={`column ${name}`} size="s">
              <MenuItem icon={ArrowLeft} disabled={at <= 1} onSelect={() => onPlace(column.label, -1)}>
                Move column left
              </MenuItem>
              <MenuItem
                icon={ArrowRight}
                disabled={at >= columns.length - 2}
                onSelect={() => onPlace(column.label, 1)}
              >
                Move column right
              </MenuItem>
              <MenuItem icon={X} onSelect={() => onPlace(column.label, null)}>
                Remove column
              </MenuItem>
            </MoreMenu>
          </span>
        ) : null}
      </header>
      {/* The list has the focus; the keys go to another column, or move the issue there. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div ref={cards} className={styles.cards} onKeyDown={focusColumn}>
        <PagedList
          label={`Issues in ${name}`}
          list={list}
          items={items}
          compact
          lines={3}
          empty={<p className={styles.none}>No issues</p>}
          itemKey={({ id }) => id}
          rowHeight={cardHeight}
          activeIndex={active}
          onActiveChange={setActive}
          onKey={(event, issue) => {
            const step = event.shiftKey && !isBlocked ? stepOf(event.key) : null;
            if (step !== null) moveBy(issue, step);
            return step !== null;
          }}
          onOpen={({ iid }) => go(hrefs.issue(account, project, iid))}
          renderItem={(issue) => (
            <BoardCard
              {...{ account, project, issue, columns, column, colors }}
              onMove={(to) => move(issue, column, to)}
              onDrag={(isDragged) => onDrag(isDragged ? { issue, from: column } : null)}
            />
          )}
        />
      </div>
    </section>
  );
}

/** Returns the input of a column's list beside the filters of the board. */
function inputOf(column: BoardColumn, labels: readonly string[], filtered: string | undefined) {
  switch (column.kind) {
    case "closed":
      return { state: "closed" as const };
    case "label":
      return {
        state: "opened" as const,
        labels: [column.label, ...(filtered && filtered !== "None" ? [filtered] : [])].join(","),
      };
    case "open":
      return {
        state: "opened" as const,
        // Services before 13.3 ignore it, and list all.
        ...(labels.length > 0 ? { not: { labels: labels.join(",") } } : {}),
      };
  }
}

interface Shown {
  readonly column: BoardColumn;
  readonly labels: readonly string[];
  readonly moved: BoardMoves["moved"];
}

/** Returns the issues of a column: those of its list, and those that were moved since it was read. */
function shownIssues(listed: readonly Issue[], { column, labels, moved }: Shown): readonly Issue[] {
  const known = new Set(listed.map(({ id }) => id));
  const now = (issue: Issue) => {
    const own = moved.get(issue.id);
    return own && (own.updated_at ?? "") > (issue.updated_at ?? "") ? own : issue;
  };
  const all = [...[...moved.values()].filter(({ id }) => !known.has(id)), ...listed.map(now)];
  return all
    .filter((issue) => isInColumn(issue, column, labels))
    .toSorted((a, b) => (b.updated_at ?? "").localeCompare(a.updated_at ?? ""));
}

/** Returns the step of a key to the column before or after; null for another key. */
function stepOf(key: string): -1 | 1 | null {
  return key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : null;
}

/** Moves the focus to the list of the column before or after. */
function focusColumn(event: KeyboardEvent<HTMLElement>): void {
  const step = stepOf(event.key);
  if (step === null || event.defaultPrevented || event.shiftKey || event.altKey) return;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.role !== "list") return;
  const own = target.closest("[data-column]");
  const next = step < 0 ? own?.previousElementSibling : own?.nextElementSibling;
  const list = next?.querySelector<HTMLElement>('[role="list"]');
  if (!list) return;
  event.preventDefault();
  list.focus();
}
