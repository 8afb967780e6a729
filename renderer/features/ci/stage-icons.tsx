import { useRouter } from "@tanstack/react-router";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem, MenuLabel } from "../../ui/menu-item.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { combinedStatus, groupByStage, type Stage } from "./group-jobs.ts";
import styles from "./stage-icons.module.css";
import { StatusIcon } from "./status-badge.tsx";
import { statusStyle } from "./status-style.ts";

interface StageIconsProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
}

/** A pipeline in one line: the state of each stage, which opens the list of its jobs. */
export function StageIcons({ account, project, jobs }: StageIconsProps) {
  return (
    <ul className={styles.stages} aria-label="Stages">
      {groupByStage(jobs).map((stage) => (
        <li key={stage.name} className={styles.stage}>
          <StageMenu {...{ account, project, stage }} />
        </li>
      ))}
    </ul>
  );
}

interface StageMenuProps extends Pick<StageIconsProps, "account" | "project"> {
  readonly stage: Stage;
}

function StageMenu({ account, project, stage }: StageMenuProps) {
  const router = useRouter();
  const jobs = stage.entries.map(({ job }) => job);
  const { status, allowFailure } = combinedStatus(jobs);
  const { word } = statusStyle(status, allowFailure);
  const count = jobs.length === 1 ? "1 job" : `${jobs.length} jobs`;
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label={`Stage ${stage.name}: ${word}, ${count}`}
          title={`${stage.name}: ${word.toLowerCase()}`}
        >
          <StatusIcon status={status} allowFailure={allowFailure} size={18} decorative />
        </button>
      }
    >
      <MenuLabel>{stage.name}</MenuLabel>
      {jobs.map((job) => (
        <MenuItem
          key={job.id}
          icon={statusStyle(job.status, job.allow_failure).icon}
          description={statusStyle(job.status, job.allow_failure).word}
          onSelect={() => router.history.push(hrefs.job(account, project, job.id))}
        >
          {job.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
