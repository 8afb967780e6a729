import type { ComponentProps } from "react";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { StatusIcon, statusStyle } from "./ci-status.tsx";
import { pipelineName } from "./use-live-pipelines.ts";

interface PipelineLinkProps {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly pipeline: Pick<Pipeline, "id" | "status" | "name">;
  /** Icon alone, for rows. */
  readonly compact?: boolean;
}

/** A link to a pipeline that shows its state. */
export function PipelineLink({ account, project, pipeline, compact = false }: PipelineLinkProps) {
  const { id, status } = pipeline;
  const { word } = statusStyle(status);
  const name = `${pipelineName(pipeline)}: ${word}`;
  return (
    <AppLink
      href={hrefs.pipeline(account, project, id)}
      style={{ display: "inline-flex", alignItems: "center", gap: "var(--space-1)" }}
      aria-label={compact ? name : undefined}
      title={compact ? name : undefined}
    >
      <StatusIcon status={status} decorative />
      {compact ? null : (
        <span>
          {pipelineName(pipeline)} {word.toLowerCase()}
        </span>
      )}
    </AppLink>
  );
}

interface JobLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly job: number;
}

/** A link to a job's page. */
export const JobLink = ({ account, project, job, ...rest }: JobLinkProps) => (
  <AppLink href={hrefs.job(account, project, job)} {...rest} />
);
