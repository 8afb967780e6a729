import { useMemo } from "react";
import { type Discussion, listDiscussions } from "../../../../shared/api/resources/discussions.ts";
import { listMergeRequestNotes } from "../../../../shared/api/resources/notes.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { isUnsupported } from "../merge-request/use-merge-request.ts";

export interface Discussions {
  readonly threads: readonly Discussion[];
  readonly pending: boolean;
  readonly error: unknown;
  /** Whether they could not be read, so that `threads` is not all of them. */
  readonly isLoadingError: boolean;
  /** Whether the service has threads; without them there are only single comments, and none on lines. */
  readonly threaded: boolean;
  readonly refetch: () => void;
}

const none: readonly Discussion[] = [];
/** Milliseconds between reads of new comments. */
const refetchIntervalMs = 30_000;

/** Returns the discussions of a merge request, oldest first; single comments on a service without threads. */
export function useDiscussions(project: string, iid: number, enabled: boolean): Discussions {
  const input = { id: project, merge_request_iid: iid, per_page: 100 };
  const threads = useOperationAll(listDiscussions, input, {
    staleTime: refetchIntervalMs,
    refetchInterval: refetchIntervalMs,
    enabled,
  });
  const lacking = threads.error !== null && isUnsupported(threads.error);
  const notes = useOperationAll(listMergeRequestNotes, lacking ? { ...input, sort: "asc" } : null, {
    refetchInterval: refetchIntervalMs,
  });
  const alone = useMemo(
    () =>
      (notes.data ?? []).map(
        (note): Discussion => ({ id: `note ${note.id}`, individual_note: true, notes: [note] }),
      ),
    [notes.data],
  );
  const used = lacking ? notes : threads;
  const said = lacking ? alone : (threads.data ?? none);
  const { isPending, error, isLoadingError, refetch } = used;
  return useMemo(
    () => ({
      threads: said,
      pending: isPending,
      error,
      isLoadingError,
      threaded: !lacking,
      refetch: () => void refetch(),
    }),
    [said, isPending, error, isLoadingError, lacking, refetch],
  );
}
