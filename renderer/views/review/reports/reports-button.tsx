import { ShieldCheck, SkipForward } from "lucide-react";
import { useContext, useEffectEvent, useMemo, useRef } from "react";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { savePreferences } from "../../../features/preferences/save-preferences.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Switch } from "../../../ui/forms/switch.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Spinner } from "../../../ui/states/progress.tsx";
import layout from "../../../ui/theme/layout.module.css";
import type { Finding, Quality } from "../../../workers/reports/report-types.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { type ChangedCoverage, coverageText } from "./coverage-text.ts";
import { FindingCard } from "./finding-card.tsx";
import styles from "./reports.module.css";
import type { ShownReports } from "./use-change-reports.tsx";

/** Findings that the list has. */
const maxListed = 200;

interface ReportsButtonProps {
  readonly shown: ShownReports;
  readonly files: readonly DiffFile[];
  readonly head: string;
  readonly onShow: (line: LineRef) => void;
}

/** The switch of coverage and code quality, and what their reports say of the whole change. */
export function ReportsButton({ shown, files, head, onShow }: ReportsButtonProps) {
  const isOn = usePreferences(({ diffReports }) => diffReports);
  const { reports, isPending, error, refetch, coverage, uncovered } = shown;
  const next = useNextUncovered(isOn, uncovered, onShow);
  return (
    <Popover
      label="Coverage and code quality"
      align="end"
      className={styles.panel ?? ""}
      trigger={<IconButton size="s" label="Coverage and code quality" icon={ShieldCheck} pressed={isOn} />}
    >
      <div className={styles.list}>
        <Switch
          label="Show coverage and code quality"
          checked={isOn}
          onChange={(diffReports) => savePreferences({ diffReports })}
        />
        {isOn ? null : (
          <p className={layout.muted}>From the reports of the jobs of this version's pipeline.</p>
        )}
        {isPending ? <Spinner label="Loading the reports" /> : null}
        {error ? <ErrorState compact {...describeProblem(error)} onRetry={refetch} /> : null}
        {reports?.coverage ? (
          <>
            <p>{totalText(coverage)}</p>
            {uncovered.length > 0 ? (
              <Button size="s" icon={SkipForward} onClick={next}>
                Next uncovered line
              </Button>
            ) : null}
          </>
        ) : null}
        {reports?.quality ? <QualityList quality={reports.quality} {...{ files, head, onShow }} /> : null}
        {(isOn ? (reports?.notes ?? []) : []).map((note) => (
          <p key={note} className={layout.muted}>
            {note}
          </p>
        ))}
      </div>
    </Popover>
  );
}

/** Returns what goes to the next changed line that is not covered, after the one that was shown last; registers its command. */
function useNextUncovered(
  isOn: boolean,
  lines: readonly LineRef[],
  onShow: (line: LineRef) => void,
): () => void {
  const last = useRef(-1);
  const next = () => {
    if (lines.length === 0) {
      toast.info("No changed line is known to be uncovered");
      return;
    }
    last.current = (last.current + 1) % lines.length;
    const line = lines[last.current];
    if (line) onShow(line);
  };
  const nextNow = useEffectEvent(next);
  const commands = useMemo(
    () => [
      {
        id: "review.next-uncovered",
        title: "Next changed line that is not covered",
        section: "Review",
        icon: SkipForward,
        run: () => nextNow(),
      },
    ],
    [],
  );
  useRegisterCommands(isOn ? commands : none);
  return next;
}

const none: never[] = [];

/** Returns the coverage of all changed lines, as a sentence. */
function totalText(byFile: ReadonlyMap<number, ChangedCoverage>): string {
  const sum = (field: keyof ChangedCoverage) =>
    [...byFile.values()].reduce((all, file) => all + file[field], 0);
  const total = sum("total");
  if (total === 0) return "The coverage reports have none of the changed lines.";
  return `${coverageText({ total, covered: sum("covered"), partial: sum("partial") })}.`;
}

interface QualityListProps extends Pick<ReportsButtonProps, "files" | "head" | "onShow"> {
  readonly quality: Quality;
}

function QualityList({ quality: { fresh, fixed, known }, files, head, onShow }: QualityListProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const count = (found: readonly Finding[], what: string) => `${found.length.toLocaleString()} ${what}`;
  const title =
    fixed === null
      ? count(fresh, fresh.length === 1 ? "finding" : "findings")
      : [count(fresh, "new"), count(fixed, "fixed"), count(known, "unchanged")].join(", ");
  const listed = [
    ...fresh.map((finding) => ({ finding, state: fixed === null ? "Finding" : "New" })),
    ...(fixed ?? []).map((finding) => ({ finding, state: "Fixed" })),
  ]
    .slice(0, maxListed)
    // Findings have no identity of their own.
    .map((each, place) => ({ ...each, key: `${place} ${each.finding.fingerprint}` }));
  return (
    <>
      <p>Code quality: {title}</p>
      <ul className={styles.findings} aria-label="Findings">
        {listed.map(({ finding, state, key }) => {
          const { path, line, isChanged } = finding;
          const file =
            isChanged && state !== "Fixed" ? files.findIndex((each) => each.new_path === path) : -1;
          const place = `${path}:${line}`;
          return (
            <li key={key}>
              <FindingCard finding={finding} />
              <span className={styles.place}>
                {state === "Finding" ? null : <span>{state}</span>}
                {file >= 0 ? (
                  <Button size="s" variant="ghost" onClick={() => onShow({ file, side: "new", line })}>
                    <bdi>{place}</bdi>
                  </Button>
                ) : state === "Fixed" ? (
                  <bdi>{place}</bdi>
                ) : (
                  <AppLink href={hrefs.project(account, project, "files", { ref: head, path, line })}>
                    <bdi>{place}</bdi>
                  </AppLink>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
