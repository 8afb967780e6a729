import { ChevronsDown, FileDown } from "lucide-react";
import { useContext, useDeferredValue } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { StreamingStatus } from "../../../features/streamed-diffs/streaming-status.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { ReviewPanel } from "../discussion/review-panel.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { VersionPicker } from "../versions/version-picker.tsx";
import { isRebased, type VersionIds, type VersionRange } from "../versions/versions.ts";
import styles from "./changes.module.css";
import type { Changes } from "./use-changes.ts";
import { ViewedProgress } from "./viewed-progress.tsx";

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
