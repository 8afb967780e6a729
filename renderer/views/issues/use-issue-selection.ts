import { type KeyboardEvent, useContext, useMemo } from "react";
import type { Issue } from "../../../shared/api/resources/issue-shapes.ts";
import { useSelectableList } from "../../features/bulk/selectable-row.tsx";
import { issuesText, projectOfIssue } from "../../features/issues/issue-project.ts";
import { SingleKeysContext } from "../../ui/buttons/kbd.tsx";
import { useRowSelection } from "../../ui/lists/row-selection.ts";

/** An issue in a list from which many are selected. */
export interface ChosenIssue {
  readonly key: number;
  /** Full path of its project. */
  readonly project: string;
  readonly issue: Issue;
}

/** Returns the selection in a list of issues, what is selected, and the props of the list. */
export function useIssueSelection(items: readonly Issue[], project: string | undefined) {
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const selection = useRowSelection(order);
  const letters = useContext(SingleKeysContext);
  const list = useSelectableList({
    rows: items,
    selection,
    all: issuesText(order.length),
    keysOf: ({ id }) => [id],
  });
  const listProps = {
    ...list,
    onKey(event: KeyboardEvent, issue: Issue): boolean {
      const isSelecting = letters && event.key === "x" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isSelecting) selection.toggle(issue.id);
      return isSelecting || list.onKey(event, issue);
    },
  };
  const chosen = useMemo(
    () =>
      items.flatMap((issue): ChosenIssue[] =>
        selection.selected.has(issue.id)
          ? [{ key: issue.id, project: projectOfIssue(issue, project), issue }]
          : [],
      ),
    [items, project, selection.selected],
  );
  return { selection, chosen, listProps };
}
