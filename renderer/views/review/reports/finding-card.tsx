import { capitalize } from "../../../../shared/text/capitalize.ts";
import { Badge, type BadgeTone } from "../../../ui/marks/badge.tsx";
import type { Finding, Severity } from "../../../workers/reports/report-types.ts";
import styles from "./reports.module.css";

const tones: Readonly<Record<Severity, BadgeTone>> = {
  blocker: "danger",
  critical: "danger",
  major: "warning",
  minor: "neutral",
  info: "neutral",
};

/** A finding of code quality: its severity, its text and the check that found it. */
export function FindingCard({ finding: { severity, text, check } }: { readonly finding: Finding }) {
  return (
    <div className={styles.finding}>
      <Badge tone={tones[severity]}>{capitalize(severity)}</Badge>
      <bdi className={styles.text}>{text}</bdi>
      {check ? <code className={styles.check}>{check}</code> : null}
    </div>
  );
}
