import { useRouter } from "@tanstack/react-router";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem, MenuLabel } from "../../ui/menu-item.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { jobsText } from "./count-texts.ts";
import { combinedStatus, groupByStage, type Stage } from "./group-jobs.ts";
import styles from "./stage-icons.module.css";
import { StatusIcon } from "./status-badge.tsx";
import { statusStyle } from "./status-style.ts";

interface StageIconsProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
}

/** Stages that have room in a row of a list. */
const maxStages = 8;

/** A pipeline in one line: the state of each stage, which opens the list of its jobs. The rest of many is one link. */
export function StageIcons({ account, project, jobs }: StageIconsProps) {
  const stages = groupByStage(jobs);
  const shown = stages.length > maxStages ? stages.slice(0, maxStages - 1) : stages;
  return (
    <ul className={styles.stages} aria-label="Stages">
      {shown.map((stage) => (
        <li key={stage.name} className={styles.stage}>
          <StageMenu {...{ account, project, stage }} />
        </li>
      ))}
      {shown.length < stages.length ? (
        <li className={styles.stage}>
          <MoreStages {...{ account, project }} stages={stages.slice(shown.length)} />
        </li>
      ) : null}
    </ul>
  );
}

interface MoreStagesProps extends Pick<StageIconsProps, "account" | "project"> {
  readonly stages: readonly Stage[];
}

/** Number and state of the stages without room; a link to the pipeline, which shows them all. */
function MoreStages({ account, project, stages }: MoreStagesProps) {
  const jobs = stages.flatMap(({ entries }) => entries.map(({ job }) => job));
  const { status, allowFailure } = combinedStatus(jobs);
  const label = `${stages.length} more stages: ${statusStyle(status, allowFailure).word}`;
  const pipeline = jobs.find((job) => job.pipeline)?.pipeline;
  const content = (
    <>
      <StatusIcon status={status} allowFailure={allowFailure} size={18} decorative />+{stages.length}
    </>
  );
  return pipeline ? (
    <AppLink
      className={styles.more}
      href={hrefs.pipeline(account, project, pipeline.id)}
      aria-label={label}
      title={label}
    >
      {content}
    </AppLink>
  ) : (
    <span className={styles.more} title={label}>
      {content}
    </span>
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
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.button}
          aria-label={`Stage ${stage.name}: ${word}, ${jobsText(jobs.length)}`}
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
