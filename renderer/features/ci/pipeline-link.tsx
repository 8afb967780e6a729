import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { StatusIcon } from "./status-badge.tsx";
import { statusStyle } from "./status-style.ts";

interface PipelineLinkProps {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly pipeline: Pick<Pipeline, "id" | "status">;
  /** Icon alone, for rows. */
  readonly compact?: boolean;
}

/** A link to a pipeline that shows its state. */
export function PipelineLink({ account, project, pipeline, compact = false }: PipelineLinkProps) {
  const { id, status } = pipeline;
  const { word } = statusStyle(status);
  const name = `Pipeline #${id}: ${word}`;
  return (
    <AppLink
      href={hrefs.pipeline(account, project, id)}
      style={{ display: "inline-flex", alignItems: "center", gap: "var(--space-1)" }}
      {...(compact ? { "aria-label": name, title: name } : {})}
    >
      <StatusIcon status={status} decorative />
      {compact ? null : (
        <span>
          Pipeline #{id} {word.toLowerCase()}
        </span>
      )}
    </AppLink>
  );
}
