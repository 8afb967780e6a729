import { Clock, GitBranch, GitCommitHorizontal, Hourglass, Server, Tag } from "lucide-react";
import type { ReactNode } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { cx } from "../../ui/class-names.ts";
import { formatSeconds } from "../../ui/format-time.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { Link } from "../../ui/link.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import tones from "../../ui/tone.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { ElapsedTime } from "./elapsed-time.tsx";
import { failureText } from "./failure-text.ts";
import styles from "./job-meta.module.css";

interface JobMetaProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** The line below the name of a job: why it failed, where it belongs, what it ran on, and its times. */
export function JobMeta({ account, project, job }: JobMetaProps) {
  const { commit, pipeline, ref, runner } = job;
  return (
    <div className={styles.fields}>
      {job.status === "failed" && job.failure_reason ? (
        <span className={tones.danger}>{failureText(job.failure_reason)}</span>
      ) : null}
      <span>#{job.id}</span>
      {job.stage ? (
        <span className={cx(styles.field, styles.cut)} title="Stage">
          <bdi>{job.stage}</bdi>
        </span>
      ) : null}
      {pipeline ? (
        <Link quiet asChild>
          <AppLink href={hrefs.pipeline(account, project, pipeline.id)}>pipeline #{pipeline.id}</AppLink>
        </Link>
      ) : null}
      {ref ? (
        <Field icon={job.tag ? Tag : GitBranch} name={job.tag ? "Tag" : "Branch"} isCut>
          <Link quiet asChild>
            <AppLink href={hrefs.project(account, project, "files", { ref: job.tag ? tagRef(ref) : ref })}>
              <bdi>{ref}</bdi>
            </AppLink>
          </Link>
        </Field>
      ) : null}
      {commit ? (
        <Field icon={GitCommitHorizontal} name="Commit" isCut>
          <Link quiet asChild>
            <AppLink
              href={hrefs.commit(account, project, commit.id)}
              className={styles.commit}
              title={commit.title}
            >
              <code>{commit.short_id}</code>{" "}
              <span className={cx(layout.ellipsis, styles.commitTitle)}>{commit.title}</span>
            </AppLink>
          </Link>
        </Field>
      ) : null}
      {runner ? (
        <Field icon={Server} name="Runner" isMinor isCut>
          <bdi>{runner.description || `#${runner.id}`}</bdi>
        </Field>
      ) : null}
      {job.started_at ? (
        <Field icon={Clock} name="Duration">
          <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
        </Field>
      ) : null}
      {job.queued_duration == null || job.queued_duration < 1 ? null : (
        <Field icon={Hourglass} name="Queued for" isMinor>
          queued {formatSeconds(job.queued_duration)}
        </Field>
      )}
      {job.finished_at ? (
        <span className={styles.minor} title="Finished">
          <RelativeTime time={job.finished_at} />
        </span>
      ) : null}
    </div>
  );
}

interface FactProps {
  readonly icon: IconType;
  /** Name of the value, for assistive technology and on hover. */
  readonly name: string;
  /** Hidden in narrow windows. */
  readonly isMinor?: boolean;
  /** Whether a long value is cut. */
  readonly isCut?: boolean;
  readonly children: ReactNode;
}

function Field({ icon, name, isMinor = false, isCut = false, children }: FactProps) {
  return (
    <span className={cx(styles.field, isMinor && styles.minor, isCut && styles.cut)} title={name}>
      <Icon of={icon} size={14} label={name} />
      {children}
    </span>
  );
}
