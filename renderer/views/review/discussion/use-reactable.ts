import { listMergeRequestReactions } from "../../../../shared/api/resources/reactions.ts";
import { useOperationAll } from "../../../api/use-operation.ts";

/** Whether the service has reactions: it has told those of the merge request, so that comments may ask for theirs. */
export const useReactable = (project: string, iid: number): boolean =>
  useOperationAll(
    listMergeRequestReactions,
    { id: project, merge_request_iid: iid, per_page: 100 },
    { staleTime: 60_000 },
  ).data !== undefined;
