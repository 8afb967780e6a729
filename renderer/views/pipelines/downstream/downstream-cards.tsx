import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { JobLink } from "../../../features/ci/ci-links.tsx";
import { StatusIcon, statusStyle } from "../../../features/ci/ci-status.tsx";
import { failureText, jobsText } from "../../../features/ci/ci-texts.ts";
import { ElapsedTime } from "../../../features/ci/elapsed-time.tsx";
import { groupByStage } from "../../../features/ci/group-jobs.ts";
import type { Downstream } from "../../../features/ci/use-downstream.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./downstream.module.css";

interface DownstreamCardsProps {
  readonly account: string;
  /** Full path of the project whose pipeline is shown. */
  readonly project: string;
  readonly downstream: readonly Downstream[];
}

/** The pipelines that jobs of a pipeline started, each with its state and, once expanded, its jobs. */
export const DownstreamCards = (props: DownstreamCardsProps) => (
  <section className={styles.downstream} aria-label="Downstream pipelines">
    <h2 className={styles.title}>
      Downstream <span className={layout.secondary}>{props.downstream.length}</span>
    </h2>
    <Cards {...props} />
  </section>
);

const Cards = ({ account, project, downstream }: DownstreamCardsProps) => (
  <ul className={styles.cards}>
    {downstream.map((each) => (
      <li key={each.pipeline.id}>
        <Card account={account} from={project} downstream={each} />
      </li>
    ))}
  </ul>
);

interface CardProps {
  readonly account: string;
  /** Full path of the project of the pipeline above. */
  readonly from: string;
  readonly downstream: Downstream;
}

function Card({ account, from, downstream }: CardProps) {
  const { bridge, pipeline, project, jobs, downstream: below } = downstream;
  const id = useId();
  const [isExpanded, setExpanded] = useState(false);
  const stages = groupByStage(jobs);
  const count = stages.reduce((sum, { entries }) => sum + entries.length, 0);
  const isOther = project !== null && project !== from;
  const name = (
    <>
      <span className={cx(layout.ellipsis, styles.name)} title={bridge.name}>
        {bridge.name}
      </span>{" "}
      <span className={layout.secondary}>#{pipeline.id}</span>
    </>
  );
  return (
    <article className={styles.card} aria-label={`Pipeline #${pipeline.id} of ${bridge.name}`}>
      <div className={styles.head}>
        <StatusIcon status={pipeline.status} decorative />
        {project === null ? (
          <span className={styles.link}>{name}</span>
        ) : (
          <AppLink
            className={styles.link}
            href={hrefs.pipeline(account, project, pipeline.id)}
            aria-label={`${bridge.name}: pipeline #${pipeline.id}${isOther ? ` of ${project}` : ""}, ${statusStyle(pipeline.status).word}`}
          >
            {name}
          </AppLink>
        )}
        <IconButton
          size="s"
          icon={isExpanded ? ChevronDown : ChevronRight}
          label={`${isExpanded ? "Hide" : "Show"} jobs of pipeline #${pipeline.id}`}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? id : undefined}
          onClick={() => setExpanded((now) => !now)}
        />
      </div>
      <p className={styles.facts}>
        <span>{statusStyle(pipeline.status).word}</span>
        {count > 0 ? <span>{jobsText(count)}</span> : null}
        {project === null ? <span>No access to its project</span> : null}
        {isOther ? <bdi className={layout.ellipsis}>{project}</bdi> : null}
      </p>
      {isExpanded ? (
        <div id={id} className={styles.jobs}>
          {stages.map((stage) => (
            <section key={stage.name} aria-label={`Stage ${stage.name} of pipeline #${pipeline.id}`}>
              <h3 className={styles.stage}>{stage.name}</h3>
              <ul>
                {stage.entries.map(({ job }) => (
                  <li key={job.id} className={styles.job}>
                    <StatusIcon status={job.status} allowFailure={job.allow_failure} decorative />
                    <JobLink
                      className={cx(layout.ellipsis, styles.link)}
                      account={account}
                      project={project ?? ""}
                      job={job.id}
                      aria-label={`${job.name}: ${statusStyle(job.status, job.allow_failure).word}`}
                      title={job.name}
                    >
                      {job.name}
                    </JobLink>
                    <span className={layout.secondary}>
                      {job.status === "failed" && job.failure_reason ? (
                        failureText(job.failure_reason)
                      ) : (
                        <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {count === 0 ? <p className={styles.facts}>No jobs are known.</p> : null}
          {below.length > 0 ? <Cards account={account} project={project ?? from} downstream={below} /> : null}
        </div>
      ) : null}
    </article>
  );
}
