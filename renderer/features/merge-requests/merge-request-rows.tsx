import type { ReactNode } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { AccountContext } from "../../api/account-context.ts";
import { useRowDensity } from "../../ui/lists/row-density.ts";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { useWorkRowHeight, WorkListWidth } from "../work-lists/row-parts.tsx";
import { projectOfMergeRequest } from "./merge-request-project.ts";
import { MergeRequestRow } from "./merge-request-row.tsx";
import styles from "./merge-request-rows.module.css";
import { type SeenState, useSeen } from "./seen-merge-requests.ts";

/** A merge request of a list that is read at once. */
export interface ListedMergeRequest {
  readonly account: string;
  readonly mergeRequest: MergeRequest;
  readonly accountName?: string | undefined;
}

interface MergeRequestRowsProps {
  /** Name of the list; left out where the section around it has one. */
  readonly label?: string;
  readonly entries: readonly ListedMergeRequest[];
  /** Returns the changes since the last visit, most important first. */
  readonly newsOf: (seen: SeenState, mergeRequest: MergeRequest) => readonly string[];
}

/** A few merge requests of several projects, as rows of a list that is not scrolled by itself. */
export function MergeRequestRows({ label, entries, newsOf }: MergeRequestRowsProps) {
  const height = useRowDensity()(useWorkRowHeight());
  return (
    <MeasuredList label={label}>
      {entries.map((entry) => (
        <li key={`${entry.account} ${entry.mergeRequest.id}`} style={{ height }}>
          <AccountContext value={entry.account}>
            <EntryRow {...entry} newsOf={newsOf} />
          </AccountContext>
        </li>
      ))}
    </MeasuredList>
  );
}

interface MeasuredListProps {
  readonly label: string | undefined;
  readonly children: ReactNode;
}

/** The list, whose width its rows get; they are not drawn again with it. */
function MeasuredList({ label, children }: MeasuredListProps) {
  const [list, width] = useWidth();
  return (
    <ul ref={list} className={styles.rows} aria-label={label}>
      <WorkListWidth value={width}>{children}</WorkListWidth>
    </ul>
  );
}

type EntryRowProps = ListedMergeRequest & Pick<MergeRequestRowsProps, "newsOf">;

function EntryRow({ newsOf, ...entry }: EntryRowProps) {
  const seen = useSeen(entry.account);
  return (
    <MergeRequestRow
      {...entry}
      project={projectOfMergeRequest(entry.mergeRequest, undefined)}
      showProject
      news={newsOf(seen, entry.mergeRequest)}
    />
  );
}
