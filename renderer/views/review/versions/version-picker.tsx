import { GitCompareArrows, Grid3x3 } from "lucide-react";
import { memo, useContext, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSeen } from "../../../features/merge-requests/seen-merge-requests.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { FileHistory } from "./file-history-dialog.tsx";
import { describeVersion, isRebased, numberOf, type VersionIds, type VersionRange } from "./versions.ts";

interface VersionPickerProps {
  readonly versions: readonly MergeRequestVersion[];
  readonly range: VersionRange;
  readonly onSelectRange: (versionIds: VersionIds) => void;
}

/** Selects a version range, from lists or in a matrix of files and versions. */
export const VersionPicker = memo(function VersionPicker({
  versions,
  range,
  onSelectRange,
}: VersionPickerProps) {
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
