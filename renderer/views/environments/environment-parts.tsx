import { CircleStop, ExternalLink } from "lucide-react";
import type { Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { environmentUrl, isStopped } from "./environment-state.ts";
import styles from "./environments.module.css";

interface PartProps {
  readonly environment: Environment;
}

/** The state of an environment where it is one to notice, and its tier. */
export function StateBadge({ environment }: PartProps) {
  const { state, tier } = environment;
  return (
    <>
      {isStopped(environment) ? <Badge icon={CircleStop}>Stopped</Badge> : null}
      {state && state !== "available" && state !== "stopped" ? (
        <Badge tone="warning">{capitalize(state.replaceAll("_", " "))}</Badge>
      ) : null}
      {tier && tier !== "other" ? <Badge tone="accent">{capitalize(tier)}</Badge> : null}
    </>
  );
}

/** The URL of an environment as a link that shows where it leads; text where a browser may not open it. */
export function EnvironmentLink({ environment }: PartProps) {
  const url = environmentUrl(environment);
  if (!url) return <span className={styles.plainUrl}>{environment.external_url || "No URL"}</span>;
  const shown = `${url.host}${url.pathname === "/" ? "" : url.pathname}${url.search}`;
  return (
    <a className={styles.url} href={url.href} target="_blank" rel="noopener noreferrer" title={url.href}>
      <bdi>{url.protocol === "http:" ? `http://${shown}` : shown}</bdi>
      <Icon of={ExternalLink} size={12} label="opens in the browser" />
    </a>
  );
}
