import { useMemo } from "react";
import { type Discussion, listIssueDiscussions } from "../../../shared/api/resources/discussions.ts";
import { listIssueNotes } from "../../../shared/api/resources/notes.ts";
import { isLacking } from "../../api/extensions.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperationAll } from "../../api/use-operation.ts";

/** Threads of an issue as far as they are read. */
export interface IssueDiscussions {
  readonly threads: readonly Discussion[];
  readonly pending: boolean;
  readonly error: unknown;
  /** Whether the service has threads; without them there are only single comments. */
  readonly threaded: boolean;
  readonly refetch: () => void;
}

const none: readonly Discussion[] = [];
/** Milliseconds between reads of new comments. */
const refetchIntervalMs = 30_000;

/** Returns the discussions of an issue, oldest first; single comments on a service without threads. */
export function useIssueDiscussions(project: string, iid: number): IssueDiscussions {
  const input = { id: project, issue_iid: iid, per_page: 100 };
  const threads = useOperationAll(listIssueDiscussions, input, {
    staleTime: refetchIntervalMs,
    refetchInterval: refetchIntervalMs,
  });
  const lacking = threads.error !== null && !threads.data && isLacking(toProblem(threads.error));
  const notes = useOperationAll(listIssueNotes, lacking ? { ...input, sort: "asc" } : null, {
    refetchInterval: refetchIntervalMs,
  });
  const alone = useMemo(
    () =>
      (notes.data ?? []).map(
        (note): Discussion => ({ id: `note ${note.id}`, individual_note: true, notes: [note] }),
      ),
    [notes.data],
  );
  const { isPending, error, refetch } = lacking ? notes : threads;
  return {
    threads: lacking ? alone : (threads.data ?? none),
    pending: isPending,
    error,
    threaded: !lacking,
    refetch: () => void refetch(),
  };
}
