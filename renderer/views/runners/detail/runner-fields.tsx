import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RunnerDetail } from "../../../../shared/api/resources/runners.ts";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import pane from "../../../ui/table-pane.module.css";
import { RunnerLoad } from "../charts/runner-load.tsx";
import { rateText } from "../fleet/recent-jobs.ts";
import { kindLabels, runnerKind } from "../fleet/runner.ts";
import { jobsQuery } from "../fleet/runner-queries.ts";
import { timeoutText } from "../table/runner-cells.tsx";
import styles from "./panel.module.css";

interface RunnerFieldsProps {
  readonly account: string;
  readonly runner: RunnerDetail;
}

/** All fields of a runner, and statistics of its last jobs. */
export function RunnerFields({ account, runner }: RunnerFieldsProps) {
  const jobs = useQuery(jobsQuery(account, runner.id)).data;
  const machine = [runner.platform, runner.architecture].filter(Boolean).join("/");
  const fields: readonly (readonly [name: string, value: ReactNode])[] = [
    ["Last contact", runner.contacted_at ? <RelativeTime key="t" time={runner.contacted_at} /> : "Never"],
    ["Type", kindLabels[runnerKind(runner)]],
    ["Name", runner.name],
    ["Version", [runner.version, runner.revision && `(${runner.revision})`].filter(Boolean).join(" ")],
    ["Platform", machine],
    ["IP address", runner.ip_address],
    ["Tags", runner.tag_list.length > 0 ? <Tags key="tags" tags={runner.tag_list} /> : "None"],
    ["Untagged jobs", yesNo(runner.run_untagged, "Allowed", "Not allowed")],
    [
      "Branches",
      runner.access_level === "ref_protected" ? "Protected only" : runner.access_level ? "All" : null,
    ],
    ["Locked", yesNo(runner.locked, "To its projects", "No")],
    ["Maximum timeout", runner.maximum_timeout == null ? "No limit" : timeoutText(runner.maximum_timeout)],
    [
      "Failure rate",
      jobs && jobs.failureRate !== null
        ? `${rateText(jobs.failureRate)} (${jobs.failed} of the last ${jobs.finished})`
        : jobs
          ? "No finished jobs"
          : null,
    ],
  ];
  return (
    <div className={pane.panelBody}>
      <dl className={styles.fields}>
        {fields.map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>{value || <span className={layout.note}>Not known</span>}</dd>
          </div>
        ))}
      </dl>
      {jobs ? <RunnerLoad jobs={jobs.jobs} /> : null}
    </div>
  );
}

const yesNo = (value: boolean | undefined, yes: string, no: string): string | null =>
  value === undefined ? null : value ? yes : no;

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <span key={tag} className={styles.tag}>
        {tag}
      </span>
    ))}
  </span>
);
