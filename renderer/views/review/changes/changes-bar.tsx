import { ChevronDown, ChevronsDown, GitCompareArrows, Grid3x3 } from "lucide-react";
import { memo, useContext, useDeferredValue, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSeen } from "../../../features/merge-requests/seen-merge-requests.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import flow from "../../../ui/theme/flow.module.css";
import { ReviewPanel } from "../discussion/review-panel.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import {
  describeVersion,
  isRebased,
  numberOf,
  type VersionIds,
  type VersionRange,
} from "../versions/version-range.ts";
import { VersionsByFile } from "../versions/versions-by-file.tsx";
import styles from "./changes.module.css";
import type { ReadLines } from "./use-read-changes.ts";

interface ChangesBarProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
  readonly files: readonly DiffFile[];
  /** Number of viewed files. */
  readonly done: number;
  readonly lines: ReadLines;
  readonly onNext: () => void;
  readonly onGo: (line: LineRef) => void;
}

/** The tools of the changes in the page's head: version range, progress and pending review. */
export function ChangesBar({
  versions,
  range,
  onSelectRange,
  files,
  done,
  lines,
  onNext,
  onGo,
}: ChangesBarProps) {
  // Lines are read first.
  const beside = useDeferredValue(true, false);
  return (
    <>
      <VersionMenu versions={versions} range={range} onSelectRange={onSelectRange} />
      {beside ? (
        <>
          <ViewedProgress done={done} files={files.length} lines={lines} />
          <IconButton
            label="Next unviewed"
            icon={ChevronsDown}
            command="review.next-unviewed"
            onClick={onNext}
          />
          <ReviewPanel onGo={onGo} files={files} />
        </>
      ) : null}
    </>
  );
}

interface ViewedProgressProps {
  readonly done: number;
  readonly files: number;
  readonly lines: ReadLines;
}

/** The viewed files of a change, and the changed lines that were read, as numbers and a bar. */
function ViewedProgress({ done, files, lines: { read, total } }: ViewedProgressProps) {
  const percent = total > 0 ? (read / total) * 100 : files === 0 ? 0 : (done / files) * 100;
  const count = (part: number, all: number) => `${part.toLocaleString()} of ${all.toLocaleString()}`;
  return (
    <span
      className={styles.viewedCount}
      title={`${count(done, files)} files viewed, read ${count(read, total)} changed lines`}
    >
      <span aria-hidden>
        {done.toLocaleString()}/{files.toLocaleString()}
        <span className={styles.lines}>
          {" "}
          · {read.toLocaleString()}/{total.toLocaleString()} lines
        </span>
      </span>
      <VisuallyHidden>
        {count(done, files)} viewed, read {count(read, total)} changed lines
      </VisuallyHidden>
      <span
        className={styles.track}
        role="progressbar"
        aria-label="Changed lines read"
        aria-valuenow={read}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <span className={styles.fill} style={{ display: "block", width: `${percent}%` }} />
      </span>
    </span>
  );
}

interface VersionMenuProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
}

/** Selects a version range, from lists or in a matrix of versions and files. */
const VersionMenu = memo(function VersionMenu({ versions, range, onSelectRange }: VersionMenuProps) {
  const { mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const [open, setOpen] = useState(false);
  const [showsMatrix, setShowsMatrix] = useState(false);
  const seen = useSeen(account).last(mergeRequest?.id ?? 0);
  const lastSeen = seen && versions.find(({ head_commit_sha }) => head_commit_sha === seen.head);
  const from = range.from ? String(range.from.id) : "";
  const to = String(range.to.id);
  const end = `v${numberOf(versions, range.to)}`;
  const start = range.from ? `v${numberOf(versions, range.from)}` : null;
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
  const select = (next: VersionIds) => {
    setOpen(false);
    onSelectRange(next);
  };
  return (
    <>
      <Popover
        label="Versions"
        align="end"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button trailingIcon={ChevronDown} aria-label={`Versions: ${start ?? "target"} to ${end}`}>
            {start ? `${start} → ${end}` : end}
          </Button>
        }
      >
        <div className={styles.versionMenu}>
          <Select
            label="From"
            value={from}
            onChange={(value) => onSelectRange({ from: value || undefined, to })}
            options={[
              { value: "", label: `Target · ${range.to.base_commit_sha.slice(0, 8)}` },
              ...options.slice(versions.indexOf(range.to) + 1),
            ]}
          />
          <Select
            label="To"
            value={to}
            onChange={(value) => onSelectRange({ from: from || undefined, to: value })}
            options={options}
          />
          <div className={flow.cluster}>
            {lastSeen && lastSeen !== versions[0] ? (
              <Button
                size="s"
                icon={GitCompareArrows}
                onClick={() => select({ from: String(lastSeen.id), to: undefined })}
              >
                Since my last visit
              </Button>
            ) : null}
            {versions.length > 1 ? (
              <Button
                size="s"
                icon={Grid3x3}
                onClick={() => {
                  setOpen(false);
                  setShowsMatrix(true);
                }}
              >
                Versions × files
              </Button>
            ) : null}
          </div>
        </div>
      </Popover>
      {showsMatrix ? (
        <VersionsByFile
          {...{ versions, range }}
          onSelectRange={onSelectRange}
          onClose={() => setShowsMatrix(false)}
        />
      ) : null}
    </>
  );
});
