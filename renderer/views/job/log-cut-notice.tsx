import { Scissors } from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./job.module.css";
import type { LogCut } from "./log/log-cut.ts";

interface LogCutNoticeProps {
  readonly cut: LogCut;
  readonly account: string;
  readonly project: string;
  readonly job: number;
  readonly onDownload: () => void;
}

/** Explains above a log that the service has only a part of the job's output, and where the rest may be. */
export function LogCutNotice({ cut, account, project, job, onDownload }: LogCutNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <Icon of={Scissors} size={14} />
      <span>{textOf(cut)} Later output was not stored; save it as an artifact to keep all of it.</span>
      <Button size="s" variant="ghost" asChild>
        <AppLink href={hrefs.jobTab(account, project, job, "artifacts")}>Artifacts</AppLink>
      </Button>
      <Button size="s" variant="ghost" onClick={onDownload}>
        Download raw log
      </Button>
    </div>
  );
}

function textOf({ limit, stopped }: LogCut): string {
  const size = limit === null ? "" : ` of ${formatBytes(limit)}`;
  return stopped
    ? `The job was stopped at the log size limit${size}.`
    : `The log ends at the runner's limit${size}.`;
}
