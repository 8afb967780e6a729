import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CiLint, lintCi } from "../../../../shared/api/resources/ci-lint.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useSettled } from "../../../ui/panes/use-settled.ts";

/** Milliseconds without a change after which a text is sent. */
const quietMs = 800;

/** Characters beyond which services refuse a text anyway. */
const maxLength = 1024 * 1024;

interface LintInput {
  readonly account: string;
  readonly project: string;
  /** Null where there is nothing to send. */
  readonly content: string | null;
}

/** Result of the check of a text by the service. */
export interface ServiceLint {
  readonly result: CiLint | null;
  readonly isReading: boolean;
  /** Reason why the service did not check the text: it lacks that, does not let this account, or cannot be reached. */
  readonly failure: "missing" | "forbidden" | "offline" | "error" | null;
  readonly message: string;
  readonly retry: () => void;
}

/** Sends a text to the service to be checked, once nothing was typed for a while, and each text once. */
export function useServiceLint({ account, project, content }: LintInput): ServiceLint {
  const settled = useSettled(content, quietMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["ci-lint", account, project, settled],
    queryFn: ({ signal }) => fetchOperation(account, lintCi, { id: project, content: settled ?? "" }, signal),
    enabled: settled !== null && settled.length <= maxLength,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    meta: { reads: ["variables", "blobs"] },
  });
  const problem = error ? toProblem(error) : null;
  const isCurrent = content !== null && settled === content && !isPlaceholderData;
  return {
    result: problem || !data || content === null ? null : data,
    isReading: content !== null && (isFetching || (!isCurrent && !problem)),
    failure:
      problem === null
        ? null
        : problem.status === 404 || problem.status === 405
          ? "missing"
          : problem.status === 401 || problem.status === 403
            ? "forbidden"
            : problem.code === "offline" || problem.code === "unavailable"
              ? "offline"
              : "error",
    message: problem?.message ?? "",
    retry: () => void refetch(),
  };
}
