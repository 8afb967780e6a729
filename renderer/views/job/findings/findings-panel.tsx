import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import type { Finding } from "../../../../shared/trace/trace-types.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useResolvedFiles } from "../../../features/file-index/use-resolved-files.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { SidePanel } from "../log/side-panel.tsx";
import styles from "./findings.module.css";
import type { Findings } from "./use-findings.ts";

interface FindingsPanelProps {
  readonly account: string;
  readonly project: string;
  /** The commit that the job ran on. */
  readonly sha: string | null;
  readonly findings: Findings;
  /** The line of the current finding, from 0. */
  readonly current: number | null;
  readonly onGo: (line: number) => void;
  readonly onClose: () => void;
}

type Kind = "all" | Finding["kind"];

/** Errors and warnings of a log with the files that they name. */
export function FindingsPanel(props: FindingsPanelProps) {
  const { onGo } = props;
  const { list, errors, warnings, isSearched } = props.findings;
  const [kind, setKind] = useState<Kind>("all");
  const shown = useMemo(
    () => (kind === "all" ? list : list.filter((finding) => finding.kind === kind)),
    [list, kind],
  );
  const all = kind === "all" ? errors + warnings : kind === "error" ? errors : warnings;
  const count = (many: number) => many.toLocaleString("en");
  return (
    <SidePanel title="Problems" onClose={props.onClose}>
      {errors + warnings === 0 && !isSearched ? (
        <p className={styles.searching} role="status">
          <Spinner size={14} /> Searching for problems…
        </p>
      ) : errors + warnings === 0 ? (
        <EmptyState
          compact
          icon={CircleCheck}
          title="No problems found"
          description="No errors or warnings in this log."
        />
      ) : (
        <>
          <div className={styles.kinds}>
            <SegmentedControl
              label="Kind of problem"
              value={kind}
              onChange={setKind}
              options={[
                { value: "all", label: "All" },
                { value: "error", label: `${count(errors)} ${errors === 1 ? "error" : "errors"}` },
                { value: "warning", label: `${count(warnings)} ${warnings === 1 ? "warning" : "warnings"}` },
              ]}
            />
          </div>
          <div className={flow.fill}>
            <VirtualList
              label="Problems"
              role="list"
              items={shown}
              scope={kind}
              itemKey={({ line }) => line}
              rowHeight={52}
              total={all}
              onOpen={({ line }) => onGo(line)}
              renderItem={(finding) => <FindingRow {...props} finding={finding} />}
            />
          </div>
          {all > shown.length ? (
            <p className={styles.more}>
              The first {count(shown.length)} of {count(all)} are listed.
            </p>
          ) : null}
        </>
      )}
    </SidePanel>
  );
}

function FindingRow({
  account,
  project,
  sha,
  finding,
  current,
  onGo,
}: Omit<FindingsPanelProps, "findings" | "onClose"> & { readonly finding: Finding }) {
  const { kind, line, text, file } = finding;
  const tree = useMemo(() => (sha ? { account, project, commit: sha } : null), [account, project, sha]);
  const named = useMemo(() => (file ? [file.path] : []), [file]);
  const [path] = useResolvedFiles(tree, named);
  const isError = kind === "error";
  return (
    <div className={styles.finding} data-kind={kind} data-current={current === line}>
      <Icon of={isError ? CircleX : TriangleAlert} size={14} label={isError ? "Error" : "Warning"} />
      <div className={flow.growText}>
        <button type="button" className={styles.message} title={text} onClick={() => onGo(line)}>
          {text.trim() || "(empty line)"}
        </button>
        <div className={styles.where}>
          <span>Line {(line + 1).toLocaleString("en")}</span>
          {file && path && sha ? (
            <AppLink
              className={styles.file}
              href={hrefs.project(
                account,
                project,
                "files",
                { ref: sha, path },
                file.line ? `L${file.line}` : "",
              )}
            >
              {path}
              {file.line ? `:${file.line}` : ""}
            </AppLink>
          ) : file ? (
            <span className={styles.outside}>
              {file.path}
              {file.line ? `:${file.line}` : ""}
            </span>
          ) : null}
        </div>
      </div>
    </div>
  );
}
