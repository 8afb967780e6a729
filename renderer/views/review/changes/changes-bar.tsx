import { ChevronsDown, FileDown, GitCompareArrows, Grid3x3 } from "lucide-react";
import { memo, useContext, useDeferredValue, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSeen } from "../../../features/merge-requests/seen-merge-requests.ts";
import { StreamingStatus } from "../../../features/streamed-diffs/streaming-status.tsx";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewPanel } from "../discussion/review-panel.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { FileHistory } from "../versions/file-history-dialog.tsx";
import {
  describeVersion,
  isRebased,
  numberOf,
  type VersionIds,
  type VersionRange,
} from "../versions/version-range.ts";
import styles from "./changes.module.css";
import type { Changes } from "./use-changes.ts";

interface ChangesBarProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
  readonly changes: Changes;
  /** Number of viewed files. */
  readonly done: number;
  readonly onNext: () => void;
  readonly onGo: (line: LineRef) => void;
}

/** The bar above the changes: version range, progress and pending review. */
export function ChangesBar({ versions, range, onSelectRange, changes, done, onNext, onGo }: ChangesBarProps) {
  const { startExport } = useContext(ReviewContext);
  // Lines are read first.
  const beside = useDeferredValue(true, false);
  return (
    <div className={styles.versions}>
      <VersionPicker versions={versions} range={range} onSelectRange={onSelectRange} />
      {range.from && isRebased(range.from, range.to) ? (
        <span className={layout.muted}>Rebased in between: changes from the target branch are greyed.</span>
      ) : null}
      <StreamingStatus changes={changes} total={range.to.real_size} />
      {beside ? (
        <span className={cx(flow.cluster, flow.end, layout.small)}>
          <ViewedProgress done={done} files={changes.files.length} />
          <Button size="s" icon={ChevronsDown} onClick={onNext}>
            Next unviewed
          </Button>
          <IconButton size="s" label="Export changes" icon={FileDown} onClick={startExport} />
          <ReviewPanel onGo={onGo} files={changes.files} />
        </span>
      ) : null}
    </div>
  );
}

interface ViewedProgressProps {
  readonly done: number;
  readonly files: number;
}

/** The number of viewed files of a change. */
function ViewedProgress({ done, files }: ViewedProgressProps) {
  const percent = files === 0 ? 0 : (done / files) * 100;
  return (
    <>
      <span
        className={styles.track}
        role="progressbar"
        aria-label="Files viewed"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={files}
      >
        <span className={styles.fill} style={{ display: "block", width: `${percent}%` }} />
      </span>
      {done.toLocaleString()} of {files.toLocaleString()} viewed
    </>
  );
}

interface VersionPickerProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
}

/** Selects a version range, from lists or in a matrix of files and versions. */
const VersionPicker = memo(function VersionPicker({ versions, range, onSelectRange }: VersionPickerProps) {
  const { mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const [showsHistory, setShowsHistory] = useState(false);
  const seen = useSeen(account).last(mergeRequest?.id ?? 0);
  const lastSeen = seen && versions.find(({ head_commit_sha }) => head_commit_sha === seen.head);
  const from = range.from ? String(range.from.id) : "";
  const to = String(range.to.id);
  const name = (version: MergeRequestVersion, i: number) => {
    const before = versions[i + 1];
    const rebased = before && isRebased(before, version) ? ", rebased" : "";
    return `Version ${numberOf(versions, version)}${rebased} · ${version.head_commit_sha.slice(0, 8)}`;
  };
  const options = versions.map((version, i) => ({
    value: String(version.id),
    label: name(version, i),
    description: describeVersion(version, new Date()),
  }));
  return (
    <>
      <Select
        label="From"
        hideLabel
        size="s"
        value={from}
        onChange={(value) => onSelectRange({ from: value || undefined, to })}
        options={[
          { value: "", label: `Target · ${range.to.base_commit_sha.slice(0, 8)}` },
          ...options.slice(versions.indexOf(range.to) + 1),
        ]}
      />
      <span aria-hidden>→</span>
      <Select
        label="To"
        hideLabel
        size="s"
        value={to}
        onChange={(value) => onSelectRange({ from: from || undefined, to: value })}
        options={options}
      />
      {versions.length > 1 ? (
        <Button size="s" icon={Grid3x3} onClick={() => setShowsHistory(true)}>
          File history
        </Button>
      ) : null}
      {lastSeen && lastSeen !== versions[0] ? (
        <Button
          size="s"
          icon={GitCompareArrows}
          onClick={() => onSelectRange({ from: String(lastSeen.id), to: undefined })}
        >
          Since my last visit
        </Button>
      ) : null}
      {showsHistory ? (
        <FileHistory
          {...{ versions, range }}
          onSelectRange={onSelectRange}
          onClose={() => setShowsHistory(false)}
        />
      ) : null}
    </>
  );
});
