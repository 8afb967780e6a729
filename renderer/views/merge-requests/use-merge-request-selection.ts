import { useMemo } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { useSelectableList } from "../../features/bulk/selectable-row.tsx";
import { projectOfMergeRequest } from "../../features/merge-requests/merge-request-project.ts";
import { mergeRequestsText } from "../../features/merge-requests/merge-request-texts.ts";
import { useRowSelection } from "../../ui/lists/row-selection.ts";

/** Returns the selection in a list of merge requests, what is selected, and the props of the list. */
export function useMergeRequestSelection(items: readonly MergeRequest[], project: string | undefined) {
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const selection = useRowSelection(order);
  const listProps = useSelectableList({
    rows: items,
    selection,
    all: mergeRequestsText(order.length),
    keysOf: ({ id }) => [id],
  });
  const chosen = useMemo(
    () =>
      items.flatMap((mergeRequest) => {
        const path = projectOfMergeRequest(mergeRequest, project);
        return path && selection.selected.has(mergeRequest.id)
          ? [{ key: mergeRequest.id, project: path, mergeRequest }]
          : [];
      }),
    [items, project, selection.selected],
  );
  return { selection, chosen, listProps };
}
