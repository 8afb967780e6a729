import { Workflow } from "lucide-react";
import { useMemo, useRef } from "react";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { withWarnings } from "../../features/ci/group-jobs.ts";
import { actionsOfPipeline, pipelineActions } from "../../features/ci/pipeline-actions.ts";
import { pipelineSpan } from "../../features/ci/pipeline-span.ts";
import { sourceText } from "../../features/ci/source-text.ts";
import { StatusBadge } from "../../features/ci/status-badge.tsx";
import { isActiveStatus } from "../../features/ci/status-style.ts";
import { useRouteStatus } from "../../features/ci/use-route-status.ts";
import { useRunPipelineAction } from "../../features/ci/use-run-pipeline-action.ts";
import { WatchButton } from "../../features/ci/watch-button.tsx";
import { PersonLink } from "../../features/people/person-link.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatSeconds } from "../../ui/format-time.ts";
import { LongTitle } from "../../ui/long-title.tsx";
import { MetaParts } from "../../ui/meta-parts.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import styles from "./pipelines.module.css";
import type { KnownPipeline } from "./use-pipeline.ts";

interface PipelineHeadProps {
  readonly account: string;
  readonly project: string;
  readonly pipeline: KnownPipeline;
  readonly jobs: readonly Job[];
  readonly mayAct: boolean;
}

/** The head of a pipeline: commit, state, author, ref and duration. */
export function PipelineHead({ account, project, pipeline, jobs, mayAct }: PipelineHeadProps) {
  const { id, sha, status, ref, source, user, created_at } = pipeline;
  const shown = withWarnings(status, jobs);
  useRouteStatus(shown);
  const ofJobs = jobs.find((job) => job.commit)?.commit;
  // A pipeline whose configuration is invalid has no jobs.
  const alone = useOperation(getCommit, jobs.length === 0 ? { id: project, sha } : null, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const commit = ofJobs ?? alone.data;
  const person = user ?? jobs.find((job) => job.user)?.user;
  const isActive = isActiveStatus(status);
  const span = pipelineSpan(jobs, isActive);
  const run = useRunPipelineAction(project);
  const latestRun = useRef(run);
  latestRun.current = run;
  const hasJobs = jobs.length > 0;
  const actions = useMemo(
    () => (mayAct && hasJobs ? actionsOfPipeline(status) : []),
    [mayAct, hasJobs, status],
  );
  useLostFocus(actions, () => document.getElementById("main"));
  useRegisterCommands(
    useMemo(
      () =>
        actions.map((action) => ({
          id: `pipeline.${action}`,
          title: pipelineActions[action].label,
          section: "Pipeline",
          icon: pipelineActions[action].icon,
          account,
          run: () => void latestRun.current(action, { id, status }),
        })),
      [actions, id, status, account],
    ),
  );
  const params = { account, project };
  return (
    <PageHeader
      title={<LongTitle text={commit?.title || `Pipeline #${id}`} />}
      icon={Workflow}
      state={
        <>
          <StatusBadge status={shown} />
          {pipeline.tag ? <Badge>Tag</Badge> : null}
        </>
      }
      meta={
        <MetaParts>
          <span>#{id}</span>
          {ref ? (
            <AppLink
              href={hrefs.project(params.account, params.project, "commits", {
                ref: pipeline.tag ? tagRef(ref) : ref,
              })}
            >
              <bdi>{ref}</bdi>
            </AppLink>
          ) : null}
          <AppLink href={hrefs.commit(params.account, params.project, sha)}>
            <code>{sha.slice(0, 8)}</code>
          </AppLink>
          {source ? <span>{sourceText(source)}</span> : null}
          {person ? (
            <span className={styles.person}>
              <Avatar name={person.name} size={18} /> <PersonLink account={params.account} person={person} />
            </span>
          ) : null}
          {created_at ? <RelativeTime time={created_at} /> : null}
          {span ? (
            <span>
              {isActive ? "running for" : "took"} <ElapsedTime {...span} />
            </span>
          ) : null}
          {pipeline.queued_duration && pipeline.queued_duration >= 1 ? (
            <span>queued {formatSeconds(Math.round(pipeline.queued_duration))}</span>
          ) : null}
          {pipeline.coverage != null ? <span>coverage {pipeline.coverage}%</span> : null}
        </MetaParts>
      }
      actions={
        <>
          {actions.map((action) => (
            <Button
              key={action}
              icon={pipelineActions[action].icon}
              onClick={() => void run(action, { id, status })}
            >
              {pipelineActions[action].label}
            </Button>
          ))}
          <WatchButton
            account={account}
            project={project}
            kind="pipeline"
            id={id}
            name={`Pipeline #${id}`}
            refName={ref}
            status={status}
          />
        </>
      }
    />
  );
}
