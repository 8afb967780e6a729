import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Finding, TraceSummary } from "../../../../shared/trace-types.ts";
import type { LineReader } from "../../../api/traces/line-reader.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useResolvedFiles } from "../../../features/file-index/in-tree.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { Spinner } from "../../../ui/states/progress.tsx";
import flow from "../../../ui/theme/flow.module.css";
import { SidePanel } from "../log/side-panel.tsx";
import styles from "./findings.module.css";

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

interface ProblemsButtonProps {
  readonly findings: Findings;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Number of errors and warnings of a log; opens the list of them. */
export function ProblemsButton({ findings, isOpen, onToggle }: ProblemsButtonProps) {
  const { errors, warnings, isSearched } = findings;
  const count = (many: number) => (many > 9_999 ? "9,999+" : many.toLocaleString("en"));
  const isKnown = isSearched || errors + warnings > 0;
  const name = isKnown
    ? `Problems: ${count(errors)} ${errors === 1 ? "error" : "errors"}, ${count(warnings)} ${warnings === 1 ? "warning" : "warnings"}`
    : "Problems";
  return (
    <Tooltip content={name} command="log.problems">
      <Button size="s" variant="ghost" aria-label={name} aria-pressed={isOpen} onClick={onToggle}>
        <Icon of={CircleX} size={14} />
        {isKnown ? count(errors) : null}
        {warnings > 0 ? (
          <>
            <Icon of={TriangleAlert} size={14} />
            {count(warnings)}
          </>
        ) : null}
      </Button>
    </Tooltip>
  );
}

export interface Findings {
  readonly list: readonly Finding[];
  readonly kinds: ReadonlyMap<number, Finding["kind"]>;
  readonly errors: number;
  readonly warnings: number;
  /** The whole log so far was analysed. */
  readonly isSettled: boolean;
  /** It was analysed to its end at least once; lines that are printed later may add to it. */
  readonly isSearched: boolean;
}

/** Findings listed at most; the counts continue. */
const maxFindings = 5_000;
/** Milliseconds between two reads while the log grows. */
const intervalMs = 500;
const none: readonly Finding[] = [];

/** Errors and warnings of a log, read again as they are found. The log of a running job (`isLive`) ends where it is read to. */
export function useFindings(
  trace: Pick<LineReader, "findings">,
  summary: TraceSummary,
  isLive: boolean,
): Findings {
  const { generation, errors, warnings, complete } = summary;
  const [list, setList] = useState(none);
  const count = errors + warnings;
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (count === wanted) return;
    const timer = setTimeout(() => setWanted(count), wanted === 0 ? 0 : intervalMs);
    return () => clearTimeout(timer);
  }, [count, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines below a finding may have its source position
  useEffect(() => {
    if (wanted === 0) return setList(none);
    let isLatest = true;
    trace.findings(maxFindings).then(
      (found) => isLatest && setList(found),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [trace, generation, wanted, complete]);
  const isRead = complete || isLive || summary.problem !== null;
  const isAnalysed = isRead && summary.analysed >= summary.size;
  const [searched, setSearched] = useState<string | null>(null);
  if (isAnalysed && searched !== generation) setSearched(generation);
  const isSearched = searched === generation;
  const isSettled = isAnalysed && wanted === count && (count === 0 || list.length > 0);
  return useMemo(() => {
    const kinds = new Map(list.map(({ line, kind }) => [line, kind]));
    return { list, kinds, errors, warnings, isSettled, isSearched };
  }, [list, errors, warnings, isSettled, isSearched]);
}
