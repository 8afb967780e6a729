import { CircleDot, Columns3, SquareKanban } from "lucide-react";
import { useState } from "react";
import { listLabels } from "../../../../shared/api/resources/labels.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { LabelPicker } from "../../../features/labels/labels.tsx";
import { FilterChips, filterNames } from "../../../features/work-lists/filter-chips.tsx";
import { QueryForm } from "../../../features/work-lists/query-form.tsx";
import { useUserIds } from "../../../features/work-lists/use-user-ids.ts";
import { usersOf } from "../../../features/work-lists/user-terms.ts";
import lists from "../../../features/work-lists/work-lists.module.css";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { filterKeys, issueListInput, parseFilter, peopleKeys } from "../filter/list-input.ts";
import styles from "./board.module.css";
import { Column, type DraggedIssue } from "./board-column.tsx";
import { columnKey, columnsOf, proposedColumns } from "./board-columns.ts";
import { useBoardMoves } from "./use-board-moves.ts";

const boardSearch = { q: anyText };

/** Filters of a board: its columns have the states. */
const boardKeys = filterKeys.filter((key) => key !== "state" && key !== "sort");

/** Issues of a project in columns: Open, one for each chosen label, and Closed. */
export function BoardView() {
  const { account, project } = useProjectRoute();
  const [{ q = "" }, changeSearch] = useAddressSearch(boardSearch);
  const setQuery = (next: string) => changeSearch({ q: next });
  const filter = parseFilter(q);
  const ids = useUserIds(usersOf(filter, peopleKeys));
  const input = ids && issueListInput(filter, ids);
  const board = useBoardLabels(account, project);
  const { labels, colors } = board;
  const columns = columnsOf(labels);
  const moves = useBoardMoves(project, labels);
  const [dragged, setDragged] = useState<DraggedIssue | null>(null);
  const [arrived, setArrived] = useState<{ readonly id: number; readonly key: string } | null>(null);
  return (
    <div className={layout.page}>
      <PageHeader
        title="Board"
        icon={SquareKanban}
        actions={
          <>
            <Button asChild>
              <AppLink href={hrefs.project(account, project, "issues")}>
                <Icon of={CircleDot} /> List
              </AppLink>
            </Button>
            <LabelPicker
              project={project}
              noun="columns"
              // What is chosen is added to the columns, which have to be known.
              trigger={
                <Button icon={Columns3} disabled={board.isPending}>
                  Columns
                </Button>
              }
              chosen={labels}
              onDone={board.choose}
            />
          </>
        }
      />
      <div className={lists.filters}>
        <QueryForm
          label="Issues"
          keys={boardKeys}
          query={q}
          onQuery={setQuery}
          project={project}
          completesPeople
          example="Search, or filter: assignee:@name label:bug"
        />
        <FilterChips filter={filter} names={filterNames} onQuery={setQuery} />
      </div>
      {board.isPending ? (
        <Skeleton page lines={6} height={cardSkeletonPx} label="Loading the board" />
      ) : (
        // Sideways it scrolls by keyboard as well.
        <section className={styles.board} aria-label="Columns" {...focusable}>
          {columns.map((column) => (
            <Column
              key={columnKey(column)}
              {...{ project, column, columns, labels, colors, dragged, ...moves }}
              filter={input}
              onDrag={setDragged}
              arrived={arrived?.key === columnKey(column) ? arrived.id : null}
              onArrive={setArrived}
              onPlace={board.place}
            />
          ))}
        </section>
      )}
    </div>
  );
}

const focusable = { tabIndex: 0 };
/** Pixels of a line of the placeholder. */
const cardSkeletonPx = 64;

/** Milliseconds for which the labels of a project are fresh. */
const freshMs = 300_000;

const chosen = createStoredValues("layout", "board-columns", null);

/** Returns the labels of a board's columns: those that were chosen, stored on this machine, else proposed ones. */
function useBoardLabels(account: string, project: string) {
  const key = `board ${JSON.stringify([account, project])}`;
  const stored = useStoredValue(chosen, key);
  const found = useOperation(listLabels, { id: project, per_page: 100 }, { staleTime: freshMs });
  const known = found.data ?? [];
  const labels = stored.value ?? proposedColumns(known.map(({ name }) => name));
  const choose = (names: readonly string[]) =>
    // What is chosen already stays where it is.
    chosen.change(key, () => [
      ...labels.filter((name) => names.includes(name)),
      ...names.filter((name) => !labels.includes(name)),
    ]);
  const place = (label: string, by: -1 | 1 | null) => {
    const others = labels.filter((name) => name !== label);
    const at = labels.indexOf(label) + (by ?? 0);
    chosen.change(key, () => (by === null ? others : others.toSpliced(at, 0, label)));
  };
  return {
    labels,
    choose,
    place,
    colors: new Map(known.map(({ name, color }) => [name, color])),
    isPending: !stored.loaded || (stored.value === null && found.isPending),
  };
}
