import { useQuery } from "@tanstack/react-query";
import {
  listMergeRequestPipelines,
  listPipelines,
  type Pipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { useAccount } from "../../state/host-state.ts";
import type { Coverage, Quality } from "../../workers/reports/report-types.ts";
import { readCoverage, readQuality } from "../../workers/reports/reports-engine.ts";
import { type PipelineReports, readReports } from "./find-reports.ts";

/** A change of a merge request whose reports are read. */
export interface ReportedChange {
  readonly project: string;
  readonly iid: number;
  readonly targetBranch: string;
  /** Commits that are compared; the reports have to be of the head. */
  readonly base: string;
  readonly head: string;
  /** Paths of the changed files as they are now. */
  readonly paths: readonly string[];
}

/** Reports about a change. */
export interface ChangeReports {
  /** Null where no job has a report. */
  readonly coverage: Coverage | null;
  readonly quality: Quality | null;
  /** Sentences: why there is no report, of what the reports are, what could not be read. */
  readonly notes: readonly string[];
  readonly hasEnded: boolean;
}

const short = (sha: string): string => sha.slice(0, 8);
const ended: ReadonlySet<string> = new Set(["success", "failed", "canceled", "skipped"]);

/** Milliseconds after which the reports of a pipeline that still runs are read anew. */
const refreshMs = 30_000;

/** Reads coverage and code quality of a change once it is wanted; null for a change of which nothing is requested. */
export function useReports(change: ReportedChange | null) {
  const account = useAccountId();
  const isLocal = useAccount(account)?.kind === "local";
  return useQuery({
    // Two commits have one list of files.
    queryKey: [account, "change-reports", change && { ...change, paths: change.paths.length }],
    queryFn: ({ signal }) => {
      if (!change) throw new Error("No change");
      return readChangeReports({ account, isLocal }, change, signal);
    },
    enabled: change !== null,
    staleTime: ({ state }) => (state.data?.hasEnded ? Number.POSITIVE_INFINITY : refreshMs),
    meta: { reads: ["pipelines", "jobs"] },
  });
}

interface Reader {
  readonly account: string;
  readonly isLocal: boolean;
}

async function readChangeReports(
  reader: Reader,
  change: ReportedChange,
  signal: AbortSignal,
): Promise<ChangeReports> {
  const { project, iid, head, paths } = change;
  const input = { id: project, merge_request_iid: iid, per_page: 100 };
  const { data } = await requestOperation(reader.account, listMergeRequestPipelines, input, { signal });
  const newest = data.toSorted((a, b) => b.id - a.id);
  const own = newest.find(({ sha }) => sha === head);
  if (!own) {
    const other = newest[0];
    const note = other
      ? `The newest pipeline ran for another commit, ${short(other.sha)}: its reports are not those of ${short(head)}.`
      : "No pipeline ran for this merge request.";
    return { coverage: null, quality: null, notes: [note], hasEnded: false };
  }
  const formats = ["cobertura", "jacoco", "lcov", "codequality"] as const;
  const { files, notes } = await readReports({ ...reader, formats }, pipelineOf(own, project), signal);
  const ofCoverage = files.filter(({ format }) => format !== "codequality");
  const ofQuality = files.filter(({ format }) => format === "codequality");
  const before = ofQuality.length > 0 ? await readTarget(reader, change, signal) : null;
  const coverage = ofCoverage.length > 0 ? await readCoverage(ofCoverage, paths, signal) : null;
  const quality =
    ofQuality.length > 0 ? await readQuality(ofQuality, before?.files ?? null, paths, signal) : null;
  const none = files.length === 0 && notes.length === 0 ? ["No job of the pipeline has a report."] : [];
  return {
    coverage,
    quality,
    notes: [
      ...none,
      ...notes,
      ...(coverage?.problems ?? []),
      ...(quality?.problems ?? []),
      ...(quality && !before
        ? [`${change.targetBranch} has no report to compare with: all findings are listed.`]
        : []),
    ],
    hasEnded: ended.has(own.status),
  };
}

const pipelineOf = ({ id, project_id }: Pipeline, project: string) => ({
  id,
  project: project_id ?? project,
});

/** Reads the code quality that the change is compared with: of its base, else of the target branch; null without any. */
async function readTarget(
  reader: Reader,
  { project, base, targetBranch }: ReportedChange,
  signal: AbortSignal,
): Promise<PipelineReports | null> {
  const formats = ["codequality"] as const;
  for (const query of [{ sha: base }, { ref: targetBranch, status: "success" }]) {
    const input = { id: project, per_page: 5, ...query };
    const { data } = await requestOperation(reader.account, listPipelines, input, { signal });
    for (const pipeline of data) {
      const found = await readReports({ ...reader, formats }, pipelineOf(pipeline, project), signal);
      if (found.files.length > 0) return found;
    }
  }
  return null;
}
