import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import {
  getMergeRequest,
  updateMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequestDetail } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import type { OperationResponse } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { useWrite } from "../../../api/use-write.ts";
import { toast } from "../../../ui/toast.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";

type Changes = Omit<InputOf<typeof updateMergeRequest>, "id" | "merge_request_iid">;

/** An edit: its input, its optimistic result and its error message. */
export interface Edit {
  readonly send: Changes;
  readonly show: Partial<MergeRequestDetail>;
  /** Such as "The labels were not changed". */
  readonly failed: string;
}

/**
 * Edits fields of the merge request: shown at once, reverted with a message and Retry on failure. Edits are sent one after
 * another: the last one wins, however long the one before it takes.
 */
export function useEdit(): (edit: Edit) => Promise<MergeRequestDetail | null> {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const client = useQueryClient();
  const write = useWrite();
  const target = { id: project, merge_request_iid: iid };
  const queryKey = operationQueryKey(account, getMergeRequest, "one", target);
  const mutationKey = ["edit", ...queryKey];
  const { mutateAsync: send } = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (changes: Changes) => write(updateMergeRequest, { ...target, ...changes }),
  });
  type Cached = OperationResponse<MergeRequestDetail>;
  const patch = (show: Partial<MergeRequestDetail>) =>
    client.setQueryData<Cached>(queryKey, (old) => old && { ...old, data: { ...old.data, ...show } });
  const edit = async (change: Edit): Promise<MergeRequestDetail | null> => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<Cached>(queryKey)?.data;
    patch(change.show);
    try {
      const made = await send(change.send);
      // It lacks what a later edit already shows.
      if (client.isMutating({ mutationKey }) === 0) patch(made);
      return made;
    } catch (error) {
      // Only this edit's fields: another one may be in progress.
      if (before) {
        const names = new Set(Object.keys(change.show));
        patch(Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name))));
      }
      toast.problem(change.failed, describeProblem(error), {
        action: { label: "Retry", onSelect: () => void edit(change) },
      });
      return null;
    }
  };
  return edit;
}
