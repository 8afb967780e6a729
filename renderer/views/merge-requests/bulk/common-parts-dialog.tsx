import { useEffect, useState } from "react";
import type { DiffEntry } from "../../../../shared/api/resources/commit-shapes.ts";
import {
  getMergeRequestVersion,
  listMergeRequestDiffs,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { fetchOperation, requestOperation } from "../../../api/fetch-operation.ts";
import bulkStyles from "../../../features/bulk/bulk.module.css";
import { mergeRequestsText } from "../../../features/merge-requests/merge-request-texts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import type { RowKey } from "../../../ui/lists/row-selection.ts";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { findCommonPartsInWorker } from "../../../workers/changes/changes-engine.ts";
import type { ChangeSet, CommonPart } from "../../../workers/changes/common-changes.ts";
import type { ChosenMergeRequest } from "./merge-request-plan.ts";
import styles from "./merge-requests-bulk.module.css";
import { concurrentReads } from "./read-chosen.ts";

interface CommonPartsDialogProps {
  readonly account: string;
  readonly entries: readonly ChosenMergeRequest[];
  readonly onClose: () => void;
  /** Leaves only these merge requests selected. */
  readonly onKeep: (keys: ReadonlySet<RowKey>) => void;
}

const kindTexts: Readonly<Record<CommonPart["kind"], string>> = {
  "lock-files": "Files",
  dependencies: "Files",
  update: "Versions",
  package: "Package",
  "same-change": "Change",
  "same-hunk": "Hunk",
  empty: "Files",
};

/** The parts that the changes of the selected merge requests have in common; each can become the selection. */
export function CommonPartsDialog({ account, entries, onClose, onKeep }: CommonPartsDialogProps) {
  const { parts, read, unread, error } = useCommonParts(account, entries);
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      title="Compare changes"
      description="Choose a part to leave only its merge requests selected."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error ? (
        <ErrorState compact {...describeProblem(error)} />
      ) : parts === null ? (
        <div role="status" className={flow.stack}>
          <ProgressBar label="Loading changes" value={read / Math.max(1, entries.length)} />
          {read.toLocaleString()} of {entries.length.toLocaleString()} loaded
        </div>
      ) : (
        <>
          <p className={bulkStyles.summary} role="status">
            <strong>{mergeRequestsText(entries.length - unread)} compared</strong>
            {unread > 0 ? <span>{unread.toLocaleString()} could not be read</span> : null}
            {parts.length === 0 ? <span>They have nothing in common</span> : null}
          </p>
          {parts.length > 0 ? (
            <div className={flow.frame} style={{ height: Math.min(parts.length * 36 + 2, 380) }}>
              <VirtualList
                label="Common parts"
                role="list"
                items={parts}
                itemKey={({ kind, text, keys }) => `${kind} ${text} ${keys[0]}`}
                rowHeight={36}
                renderItem={(part) => (
                  <PartLine
                    part={part}
                    total={entries.length}
                    onKeep={() => {
                      onKeep(new Set(part.keys));
                      onClose();
                    }}
                  />
                )}
              />
            </div>
          ) : null}
        </>
      )}
    </Dialog>
  );
}

interface PartLineProps {
  readonly part: CommonPart;
  /** Number of the selected merge requests. */
  readonly total: number;
  readonly onKeep: () => void;
}

function PartLine({ part: { kind, text, keys }, total, onKeep }: PartLineProps) {
  return (
    <div className={styles.part}>
      <span className={layout.muted}>{kindTexts[kind]}</span>
      <span className={cx(layout.ellipsis, kind === "same-hunk" && styles.hunk)} title={text}>
        <bdi>{text}</bdi>
      </span>
      <span className={layout.muted}>{keys.length === total ? "all" : `${keys.length} of ${total}`}</span>
      <Button size="s" aria-label={`Select ${mergeRequestsText(keys.length)}: ${text}`} onClick={onKeep}>
        Select {keys.length.toLocaleString()}
      </Button>
    </div>
  );
}

interface CommonParts {
  /** Null until all changes are read and compared. */
  readonly parts: readonly CommonPart[] | null;
  readonly read: number;
  /** Merge requests whose changes could not be read. */
  readonly unread: number;
  readonly error: unknown;
}

/** Reads the changes of merge requests, a few at a time, and has the worker compare them. */
function useCommonParts(account: string, entries: readonly ChosenMergeRequest[]): CommonParts {
  const [state, setState] = useState<CommonParts>({ parts: null, read: 0, unread: 0, error: null });
  useEffect(() => {
    const { signal, abort } = stoppable();
    const sets: ChangeSet[] = [];
    let unread = 0;
    const readOne = async (entry: ChosenMergeRequest) => {
      try {
        sets.push({ key: entry.key, files: await readChanges(account, entry, signal) });
      } catch {
        unread++;
      }
      if (!signal.aborted) setState((now) => ({ ...now, read: sets.length + unread, unread }));
    };
    const run = async () => {
      await inParallel(entries, concurrentReads, readOne, signal);
      const order = new Map(entries.map(({ key }, index) => [key, index]));
      sets.sort((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0));
      const parts = await findCommonPartsInWorker(sets, signal);
      if (!signal.aborted) setState((now) => ({ ...now, parts }));
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) setState((now) => ({ ...now, error }));
    });
    return abort;
  }, [account, entries]);
  return state;
}

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Reads the changes of a merge request: by pages where the service has them, else its newest version. Throws ProblemError. */
async function readChanges(
  account: string,
  { project, mergeRequest }: ChosenMergeRequest,
  signal: AbortSignal,
): Promise<readonly DiffEntry[]> {
  const target = { id: project, merge_request_iid: mergeRequest.iid };
  const paged = await tryExtension(account, listMergeRequestDiffs, async () => {
    const response = await requestOperation(account, listMergeRequestDiffs, target, { signal, pages: "all" });
    return response.data;
  });
  if (paged) return paged;
  const [newest] = await fetchOperation(account, listMergeRequestVersions, target, signal);
  if (!newest) return [];
  const input = { ...target, version_id: newest.id };
  return (await fetchOperation(account, getMergeRequestVersion, input, signal)).diffs;
}
