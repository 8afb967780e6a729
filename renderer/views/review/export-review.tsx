import { useContext, useMemo } from "react";
import type { Discussion } from "../../../shared/api/resources/discussions.ts";
import type {
  MergeRequest,
  MergeRequestVersion,
} from "../../../shared/api/resources/merge-request-shapes.ts";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../api/account-context.ts";
import { completeDiff } from "../../features/export/complete-diff.ts";
import { ExportDialog } from "../../features/export/export-dialog.tsx";
import { exportNote, withContentUrls } from "../../features/export/export-parts.ts";
import type { ExportSubject, ExportThread } from "../../workers/export/export-types.ts";
import { useChanges } from "./changes/use-changes.ts";
import { type PlacedThread, usePlacedThreads } from "./discussion/place-threads.ts";
import type { Discussions } from "./discussion/use-discussions.ts";
import { ReviewContext } from "./merge-request/review-context.ts";
import type { VersionList } from "./versions/version-query.ts";
import { numberOf, type VersionIds, versionRange } from "./versions/version-range.ts";

interface ExportReviewProps {
  readonly mergeRequest: MergeRequest;
  readonly versions: VersionList;
  /** The version range of the changes. */
  readonly versionIds: VersionIds;
  readonly discussions: Discussions;
  readonly onClose: () => void;
}

const none = { base: "", head: "" };
const noVersions: readonly MergeRequestVersion[] = [];

/** Exports the changes between two versions of a merge request with their comments. */
export function ExportReview(props: ExportReviewProps) {
  const { mergeRequest, versionIds, discussions, onClose } = props;
  const { threads } = discussions;
  const versions = props.versions.data ?? noVersions;
  const account = useAccountId();
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
  const failed =
    [props.versions, discussions].find(({ isLoadingError }) => isLoadingError) ??
    (changes.error ? changes : undefined);
  const isPending = discussions.pending || changes.pending || changes.isStreaming;
  const ready = range !== null && !failed && !isPending;
  const placed = usePlacedThreads(project, threads, changes.files, commits, !ready);
  // Between two versions there are also changes of the target branch.
  const complete = range?.from
    ? undefined
    : (file: DiffFile, signal: AbortSignal) => completeDiff({ account, project, ...commits }, file, signal);
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
      commit: range.to.head_commit_sha,
      files: changes.files.map((file) => withContentUrls({ account, project, ...commits }, file)),
      threads: exportThreads(threads, placed),
      review: { project, mergeRequest, versions, threads, ...commits },
    };
  }, [account, ready, range, commits, versions, mergeRequest, iid, project, changes.files, threads, placed]);
  return <ExportDialog {...{ subject, failed, complete, onClose }} />;
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
