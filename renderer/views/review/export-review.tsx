import { useContext, useMemo } from "react";
import type { Discussion } from "../../../shared/api/resources/discussions.ts";
import type {
  MergeRequest,
  MergeRequestVersion,
} from "../../../shared/api/resources/merge-request-shapes.ts";
import { ExportDialog } from "../../features/export/export-dialog.tsx";
import { exportNote } from "../../features/export/export-note.ts";
import type { ExportSubject, ExportThread } from "../../workers/export/export-types.ts";
import { useChanges } from "./changes/use-changes.ts";
import type { PlacedThread } from "./discussion/place-threads.ts";
import { usePlacedThreads } from "./discussion/use-placed-threads.ts";
import { ReviewContext } from "./merge-request/review-context.ts";
import { numberOf, type VersionIds, versionRange } from "./versions/versions.ts";

interface ExportReviewProps {
  readonly mergeRequest: MergeRequest;
  readonly versions: readonly MergeRequestVersion[];
  /** The version range of the changes. */
  readonly versionIds: VersionIds;
  readonly threads: readonly Discussion[];
  readonly onClose: () => void;
}

const none = { base: "", head: "" };

/** Exports the changes between two versions of a merge request with their comments. */
export function ExportReview({ mergeRequest, versions, versionIds, threads, onClose }: ExportReviewProps) {
  const { project, iid } = useContext(ReviewContext);
  const range = useMemo(() => versionRange(versions, versionIds.from, versionIds.to), [versions, versionIds]);
  const changes = useChanges(project, iid, range);
  const commits = useMemo(
    () =>
      range
        ? {
            base: range.from?.head_commit_sha ?? range.to.base_commit_sha,
            head: range.to.head_commit_sha,
          }
        : none,
    [range],
  );
  const ready = range !== null && !changes.pending && !changes.isStreaming;
  const placed = usePlacedThreads(project, threads, changes.files, commits, !ready);
  const subject = useMemo((): ExportSubject | null => {
    if (!ready || !range) return null;
    const number = (version: MergeRequestVersion) => numberOf(versions, version);
    return {
      kind: "Merge request",
      title: mergeRequest.title,
      reference: `!${iid}`,
      project,
      url: mergeRequest.web_url ?? null,
      description: mergeRequest.description ?? "",
      details: [
        ["Author", mergeRequest.author?.name ?? "Someone"],
        ["Branches", `${mergeRequest.source_branch} → ${mergeRequest.target_branch}`],
        ["State", mergeRequest.state],
        [
          range.from ? "Versions" : "Version",
          range.from ? `${number(range.from)} → ${number(range.to)}` : String(number(range.to)),
        ],
        ["Head", range.to.head_commit_sha.slice(0, 8)],
      ],
      mail: null,
      patchable: range.from === null,
      files: changes.files,
      threads: exportThreads(threads, placed),
    };
  }, [ready, range, versions, mergeRequest, iid, project, changes.files, threads, placed]);
  return <ExportDialog subject={subject} onClose={onClose} />;
}

/** Threads of people at their lines; those of files that are not shown are among the general ones. */
function exportThreads(threads: readonly Discussion[], placed: readonly PlacedThread[]): ExportThread[] {
  const positions = new Map(placed.map((each) => [each.thread.id, each]));
  return threads.flatMap((thread): ExportThread[] => {
    const notes = thread.notes.filter(({ system }) => !system);
    if (notes.length === 0) return [];
    const placed = positions.get(thread.id);
    return [
      {
        at: placed?.at ?? null,
        notes: notes.map(exportNote),
        resolved:
          notes.some(({ resolvable }) => resolvable) &&
          notes.every((note) => !note.resolvable || note.resolved === true),
        outdated: placed ? placed.outdated : notes[0]?.position != null,
      },
    ];
  });
}
