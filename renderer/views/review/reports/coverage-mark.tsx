import { usePreferences } from "../../../state/preferences.ts";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { type ChangedCoverage, coverageText } from "./coverage-text.ts";
import styles from "./reports.module.css";

/** Returns whether the reader wants coverage and code quality. */
export const useReportsWanted = (): boolean => usePreferences(({ diffReports }) => diffReports);

/** The coverage of a file's changed lines in its header; null where no report has one of them. */
export function CoverageMark({ coverage }: { readonly coverage: ChangedCoverage | undefined }) {
  if (!coverage) return null;
  const text = coverageText(coverage);
  const [percent = ""] = text.split(" ");
  return (
    <span className={styles.coverage} title={text}>
      <span aria-hidden="true">{percent} covered</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
