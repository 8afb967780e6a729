import { FilterX, ListTree, Pilcrow, Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { createPortal } from "react-dom";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { DiffTotals } from "../../ui/diff/diff-bar.tsx";
import { DiffTools } from "../../ui/diff/diff-tools.tsx";
import { DiffView, type DiffViewProps } from "../../ui/diff/diff-view.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { SplitPane, useIsNarrowWindow } from "../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import flow from "../../ui/theme/flow.module.css";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { useDiffLook } from "../preferences/save-preferences.ts";
import { ChangeSearch } from "./change-search.tsx";
import { ChangedFileTree, type OwnersOfPath } from "./changed-files.tsx";
import styles from "./diff-panes.module.css";
import type { FilterCondition } from "./filter-menu.tsx";
import { type DiffPanesState, useDiffPaneCommands } from "./use-diff-panes.ts";
import { type ReviewFacts, useShownOrder } from "./use-shown-order.ts";

interface DiffPanesProps
  extends Pick<
    DiffViewProps,
    | "label"
    | "files"
    | "attributes"
    | "isStreaming"
    | "inserts"
    | "isInsertsPending"
    | "goal"
    | "onPick"
    | "onExpand"
    | "notes"
    | "fileActions"
    | "fileMarks"
    | "instead"
    | "read"
    | "lineMarks"
  > {
  readonly panes: DiffPanesState;
  /** Indices of the files in the order of their tree. */
  readonly order: readonly number[];
  /** Element of the page's head that has the tools while the list of files is hidden. */
  readonly slot: HTMLElement | null;
  /** Whether it is visible and its commands apply. */
  readonly shown?: boolean;
  /** Fingerprints of the changes that were viewed. */
  readonly viewed?: ReadonlySet<string>;
  /** Facts of a review by which its files are filtered. */
  readonly facts?: ReviewFacts;
  /** Further conditions that the menu of the filter has. */
  readonly conditions?: readonly FilterCondition[];
  /** Returns the owners of a path, null where it has none. */
  readonly owners?: OwnersOfPath | undefined;
  /** Threads and drafts by file. */
  readonly comments?: ReadonlyMap<number, number>;
  /** Whether the files are still awaited: the list has its place from the beginning, so that nothing moves. */
  readonly pending?: boolean;
  /** Beside the number of files: how many of them were received. */
  readonly status?: ReactNode;
  /** Below the list of files: what the comparison leaves out. */
  readonly listNotes?: ReactNode;
  /** Details of what is compared: below the list of files, and above the diff where no list is beside it. */
  readonly details?: ReactNode;
  /** Further tools, of this page alone. */
  readonly ownTools?: ReactNode;
  /** Beside the filter of the files: what is done with those that are shown. */
  readonly filterTools?: ReactNode;
  /** Pixels that the list is wide at first. */
  readonly listWidth?: number;
}

const noFiles: readonly DiffFile[] = [];

/** The changed files of a page and their diff, with one set of tools: in the head of the list, or in that of the page. */
export function DiffPanes(props: DiffPanesProps) {
  const { panes, slot, shown = true, viewed, facts, conditions, comments, status, ...others } = props;
  const { listNotes, details, ownTools, filterTools, pending = false, owners, ...further } = others;
  const { listWidth = 250, order: all, ...rest } = further;
  const { files } = rest;
  const { view, open, summaries, query, searching, diff, hasList } = panes;
  const look = useDiffLook();
  const isNarrow = useIsNarrowWindow();
  useDiffPaneCommands(shown, panes);
  const order = useShownOrder(panes, { files, order: all, attributes: rest.attributes, viewed, facts });
  const listed = useDeferredValue(files, noFiles);
  const tools = (
    <div className={styles.tools} role="toolbar" aria-label="Tools of the diff">
      <IconButton
        label="Search in the change"
        icon={Search}
        command="review.search"
        pressed={searching}
        onClick={() => panes.onSearching(true)}
      />
      <IconButton
        label="Ignore whitespace"
        icon={Pilcrow}
        pressed={panes.reading.ignoreWhitespace}
        onClick={() => panes.onIgnoreWhitespace(!panes.reading.ignoreWhitespace)}
      />
      <DiffTools {...look} {...diff} onToggleAll={() => view.current?.foldAll()} />
      <IconButton
        label="File tree"
        icon={ListTree}
        command="review.tree"
        pressed={hasList}
        onClick={() => panes.onList(!hasList)}
      />
    </div>
  );
  const totals = (
    <div className={styles.totals}>
      {files.length > 0 ? <DiffTotals {...{ files, summaries }} /> : null}
      {status}
      <span className={flow.end}>{ownTools}</span>
    </div>
  );
  const hasTools = files.length > 0 || pending;
  const isBeside = hasList && hasTools && !isNarrow;
  return (
    <div className={styles.panes}>
      {!hasList && slot && hasTools
        ? createPortal(
            <HeadTools panes={panes}>
              {tools}
              {totals}
            </HeadTools>,
            slot,
          )
        : null}
      <SplitPane
        label="Changed files"
        defaultSize={listWidth}
        min={232}
        collapsed={!hasList || !hasTools}
        landmark={{ role: "navigation", label: "Changed files" }}
        bar={tools}
        first={
          hasTools ? (
            <ChangedFileTree
              {...{ order, summaries, viewed, comments, owners }}
              files={listed}
              {...{ filterTools, conditions }}
              filter={panes.filter}
              onFilter={panes.onFilter}
              current={panes.file}
              onOpen={panes.scrollToFile}
              notes={listNotes}
              details={isBeside ? details : null}
              head={
                <>
                  {isNarrow ? null : tools}
                  {totals}
                </>
              }
            />
          ) : null
        }
        second={
          <div className={styles.diff}>
            {searching ? (
              <ChangeSearch
                query={query}
                onQuery={panes.onQuery}
                open={open}
                order={order}
                onFind={panes.onFind}
                onHit={panes.showLine}
                onClose={() => panes.onSearching(false)}
              />
            ) : null}
            <DiffView
              {...rest}
              {...look}
              ref={view}
              before={isBeside ? null : details}
              order={order}
              instead={
                rest.instead ??
                (order.length === 0 && files.length > 0 ? (
                  <EmptyState
                    icon={FilterX}
                    title="No file fits the filter"
                    actions={<Button onClick={() => panes.onFilter("")}>Show all files</Button>}
                  />
                ) : undefined)
              }
              engine={diffEngine}
              reading={panes.reading}
              find={panes.find}
              onOpen={panes.onOpen}
              onSummaries={panes.onSummaries}
              onFile={panes.onFile}
              onState={panes.onState}
            />
          </div>
        }
      />
    </div>
  );
}

interface HeadToolsProps {
  readonly panes: DiffPanesState;
  readonly children: ReactNode;
}

/** The tools in the page's head, which has room for little: the list of files, and a panel with all of them. */
function HeadTools({ panes, children }: HeadToolsProps) {
  return (
    <>
      <IconButton
        label="Show the file tree"
        icon={ListTree}
        command="review.tree"
        onClick={() => panes.onList(true)}
      />
      <Popover
        label="Tools of the diff"
        align="end"
        trigger={<IconButton label="Tools of the diff" icon={SlidersHorizontal} />}
      >
        {children}
      </Popover>
    </>
  );
}
