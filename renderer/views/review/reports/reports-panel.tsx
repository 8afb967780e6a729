import { SkipForward } from "lucide-react";
import { useContext } from "react";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { savePreferences } from "../../../features/preferences/save-preferences.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Switch } from "../../../ui/forms/switch.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Spinner } from "../../../ui/states/progress.tsx";
import layout from "../../../ui/theme/layout.module.css";
import type { Finding, Quality } from "../../../workers/reports/report-types.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { type ChangedCoverage, coverageText } from "./coverage-text.ts";
import { FindingCard } from "./finding-card.tsx";
import styles from "./reports.module.css";
import type { ReportsButtonProps } from "./shown-reports.ts";

/** Findings that the list has. */
const maxListed = 200;

interface ReportsPanelProps extends ReportsButtonProps {
  readonly isOn: boolean;
  /** Goes to the next changed line that is not covered. */
  readonly next: () => void;
}

/** The switch of coverage and code quality, and what their reports say of the whole change. */
export function ReportsPanel({ isOn, shown, files, head, onShow, next }: ReportsPanelProps) {
  const { reports, isPending, error, refetch, coverage, uncovered } = shown;
  return (
    <div className={styles.list}>
      <Switch
        label="Show coverage and code quality"
        checked={isOn}
        onChange={(diffReports) => savePreferences({ diffReports })}
      />
      {isOn ? null : <p className={layout.muted}>From the reports of the jobs of this version's pipeline.</p>}
      {isPending ? <Spinner label="Loading the reports" /> : null}
      {error ? <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} /> : null}
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
  );
}

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
