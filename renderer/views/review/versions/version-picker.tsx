import { type QueryFunctionContext, useQueries } from "@tanstack/react-query";
import { GitCompareArrows, Grid3x3 } from "lucide-react";
import { memo, useContext, useState } from "react";
import type { MergeRequestVersion } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useSeen } from "../../../state/seen-merge-requests.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import layout from "../../../ui/layout.module.css";
import { Select } from "../../../ui/select.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";
import { fileHistoryOf, readBodies } from "./file-history.ts";
import { filesOf, versionQuery } from "./version-query.ts";
import styles from "./versions.module.css";
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

interface FileHistoryProps extends VersionPickerProps {
  readonly onClose: () => void;
}

/** Files by versions: a filled mark where a version changed a file again. */
function FileHistory({ versions, range, onSelectRange, onClose }: FileHistoryProps) {
  const { project, iid } = useContext(ReviewContext);
  const account = useAccountId();
  const oldestFirst = [...versions].reverse();
  const bodies = useQueries({
    queries: oldestFirst.map(({ id }) => {
      const input = { id: project, merge_request_iid: iid, version_id: id };
      return {
        queryKey: [account, "version-bodies", project, iid, id],
        queryFn: async ({ client }: QueryFunctionContext) => {
          const { data } = await client.fetchQuery(versionQuery(account, input));
          return readBodies(filesOf(account, input, data));
        },
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
    combine: (results) => results.map(({ data }) => data),
  });
  const rows = fileHistoryOf(bodies);
  const [from, setFrom] = useState(range.from ? oldestFirst.indexOf(range.from) : -1);
  const [to, setTo] = useState(oldestFirst.indexOf(range.to));
  const within = (index: number) => index > from && index <= to;
  /** Moves the nearest end of the range to the selected version. */
  const select = (index: number) => {
    if (index >= to) setTo(index);
    else setFrom(index);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="l"
      title="Files and versions"
      description="Select a version to move the nearest end of the range."
      actions={
        <>
          <Button onClick={() => setFrom(-1)}>From target</Button>
          <Button
            variant="primary"
            onClick={() => {
              const begin = oldestFirst[from];
              const end = oldestFirst[to];
              onSelectRange({
                from: begin ? String(begin.id) : undefined,
                to: end ? String(end.id) : undefined,
              });
              onClose();
            }}
          >
            Show {from < 0 ? "target" : `version ${from + 1}`} → version {to + 1}
          </Button>
        </>
      }
    >
      <section className={styles.matrix} aria-label="File history" {...focusable}>
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              {oldestFirst.map((version, index) => (
                <th key={version.id} scope="col" data-within={within(index)}>
                  <Button
                    size="s"
                    variant={index === to || index === from ? "primary" : "ghost"}
                    aria-label={`Version ${index + 1}`}
                    aria-pressed={index === to || index === from}
                    onClick={() => select(index)}
                  >
                    {index + 1}
                  </Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map((row) => (
              <tr key={row.path}>
                <th scope="row">{row.path}</th>
                {row.cells.map((cell, index) => (
                  <td key={oldestFirst[index]?.id} data-within={within(index)}>
                    {cell ? (
                      <span
                        className={styles.dot}
                        data-changed={cell === "changed"}
                        role="img"
                        aria-label={cell}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > maxRows ? (
          <p className={layout.muted}>{(rows.length - maxRows).toLocaleString()} more files</p>
        ) : null}
      </section>
    </Dialog>
  );
}

const focusable = { tabIndex: 0 };
/** Files that the matrix lists. */
const maxRows = 500;
