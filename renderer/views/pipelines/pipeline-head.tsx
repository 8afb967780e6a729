import { GitCompareArrows, Workflow } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { actionsOfPipeline, pipelineActions, useRunPipelineAction } from "../../features/ci/ci-actions.ts";
import { isActiveStatus, StatusBadge } from "../../features/ci/ci-status.tsx";
import { sourceText } from "../../features/ci/ci-texts.ts";
import { ElapsedTime } from "../../features/ci/elapsed-time.tsx";
import { withWarnings } from "../../features/ci/group-jobs.ts";
import { pipelineSpan } from "../../features/ci/pipeline-row.tsx";
import { useParentPipeline } from "../../features/ci/use-downstream.ts";
import { pipelineName } from "../../features/ci/use-live-pipelines.ts";
import type { KnownPipeline } from "../../features/ci/use-pipeline.ts";
import { useRouteStatus } from "../../features/ci/use-route-status.ts";
import { WatchButton } from "../../features/ci/watch-button.tsx";
import { PersonLink } from "../../features/people/person-link.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { LongTitle } from "../../ui/marks/long-title.tsx";
import { MetaParts } from "../../ui/marks/meta-parts.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { formatSeconds, RelativeTime } from "../../ui/values/time.tsx";
import { PipelinePicker } from "./compare/pipeline-picker.tsx";
import styles from "./pipelines.module.css";

interface PipelineHeadProps {
  readonly account: string;
  readonly project: string;
  readonly pipeline: KnownPipeline;
  readonly jobs: readonly Job[];
  readonly mayAct: boolean;
  readonly tabs: ReactNode;
  readonly tools: ReactNode;
}

/** The head of a pipeline: commit, state, author, ref and duration. */
export function PipelineHead({ account, project, pipeline, jobs, mayAct, tabs, tools }: PipelineHeadProps) {
  const { id, name, sha, status, ref, source, user, created_at } = pipeline;
  const shown = withWarnings(status, jobs);
  const parent = useParentPipeline(project, pipeline);
  useRouteStatus(shown);
  useRouteName(name ? `${name} #${id}` : undefined);
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
  const hasJobs = jobs.length > 0;
  const actions = useMemo(
    () => (mayAct && hasJobs ? actionsOfPipeline(status) : []),
    [mayAct, hasJobs, status],
  );
  useLostFocus(actions, () => document.getElementById("main"));
  const go = useGo();
  const compare = (
    id: "pipeline.compare" | "pipeline.compare-target",
    title: string,
    other: "branch" | "target",
  ) => ({
    id,
    title,
    section: "Pipeline",
    icon: GitCompareArrows,
    keywords: "newly failing flaky slower jobs tests",
    account,
    run: () => go(hrefs.pipelineComparison(account, project, pipeline.id, other)),
  });
  useRegisterCommands([
    compare("pipeline.compare", "Compare with the last success of the branch", "branch"),
    compare("pipeline.compare-target", "Compare with the last success of the target branch", "target"),
    ...actions.map((action) => ({
      id: `pipeline.${action}`,
      title: pipelineActions[action].label,
      section: "Pipeline",
      icon: pipelineActions[action].icon,
      account,
      run: () => void run(action, { id, status }),
    })),
  ]);
  const params = { account, project };
  return (
    <PageHeader
      title={<LongTitle text={name || commit?.title || `Pipeline #${id}`} />}
      icon={Workflow}
      tabs={tabs}
      tools={tools}
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
          {name && commit?.title ? <bdi>{commit.title}</bdi> : null}
          {parent ? (
            <AppLink href={hrefs.pipeline(account, project, parent.id)}>child of #{parent.id}</AppLink>
          ) : source ? (
            <span>{sourceText(source)}</span>
          ) : null}
          {person ? (
            <span className={styles.person}>
              <PersonAvatar person={person} size={18} />{" "}
              <PersonLink account={params.account} person={person} />
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
              writes
              key={action}
              icon={pipelineActions[action].icon}
              onClick={() => void run(action, { id, status })}
            >
              {pipelineActions[action].label}
            </Button>
          ))}
          <PipelinePicker
            account={account}
            project={project}
            pipeline={pipeline}
            trigger={<Button icon={GitCompareArrows}>Compare…</Button>}
          />
          <WatchButton
            account={account}
            project={project}
            kind="pipeline"
            id={id}
            name={pipelineName(pipeline)}
            refName={ref}
            status={status}
          />
        </>
      }
    />
  );
}
