import type {
  MergeRequest,
  MergeRequestDetail,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  getMergeRequest,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { useOperation } from "../../../api/use-operation.ts";

interface LoadedMergeRequest {
  readonly data: MergeRequest | MergeRequestDetail | undefined;
  readonly pending: boolean;
  readonly error: unknown;
  /** Age of the data in seconds; above zero when it is cached. */
  readonly age: number;
  /** Whether the service has the single merge request, and with it the operations that its documentation leaves out. */
  readonly extended: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Reads a merge request; from the project's list on a service without single ones. */
export function useMergeRequest(project: string, iid: number): LoadedMergeRequest {
  const single = useOperation(getMergeRequest, { id: project, merge_request_iid: iid });
  const lacking = single.error !== null && isUnsupported(single.error);
  const listed = useOperation(
    listProjectMergeRequests,
    lacking ? { id: project, iids: [iid], scope: "all", state: "all" } : null,
  );
  if (!lacking) {
    return {
      data: single.data,
      pending: single.isPending,
      error: single.error,
      age: single.response?.age ?? 0,
      extended: true,
      refetch: single.refetch,
    };
  }
  return {
    data: listed.data?.[0],
    pending: listed.isPending,
    // An empty list means that it does not exist.
    error: listed.error ?? (listed.data?.length === 0 ? single.error : null),
    age: listed.response?.age ?? 0,
    extended: false,
    refetch: listed.refetch,
  };
}

/** Returns whether an error means that the service lacks the operation. */
export function isUnsupported(error: unknown): boolean {
  const { status } = toProblem(error);
  return status === 404 || status === 405 || status === 501;
}

const mark = /^\s*(\[(wip|draft)\]|\((wip|draft)\)|(wip|draft):)\s*/i;

/** Returns a title without its draft prefix. */
export const readyTitle = (title: string): string => {
  let bare = title;
  while (mark.test(bare)) bare = bare.replace(mark, "");
  return bare;
};

/** Returns a title with the draft prefix. */
export const draftTitle = (title: string): string => (mark.test(title) ? title : `Draft: ${title}`);
