import { useQueries } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { listAllRunners } from "../../../../shared/api/resources/runners.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import styles from "./runners.module.css";

const states = [
  { status: undefined, label: "All" },
  { status: "online", label: "Online" },
  { status: "offline", label: "Offline" },
  { status: "stale", label: "Stale" },
  { status: "never_contacted", label: "Never contacted" },
  { status: "paused", label: "Paused" },
] as const;

/** Numbers of all runners of the service, each a link to them in the runner console. */
export function RunnersTab({ account }: { readonly account: string }) {
  const counts = useQueries({
    queries: states.map(({ status }) => operationQuery(account, listAllRunners, { per_page: 1, status })),
  });
  const failed = counts.find(({ error, data }) => error && !data);
  if (failed) {
    return (
      <ErrorState
        compact
        {...describeProblem(failed.error)}
        onRetry={() => {
          for (const count of counts) void count.refetch();
        }}
      />
    );
  }
  return (
    <Section
      className={styles.section}
      title="Runners of the service"
      description="Instance, group and project runners of everyone. Pause, edit, retag and delete them in the runner console."
      actions={
        <Button asChild variant="primary">
          <AppLink href={hrefs.runners(account)}>Open runner console</AppLink>
        </Button>
      }
    >
      <ul className={styles.counts}>
        {states.map(({ status, label }, index) => (
          <li key={label}>
            <AppLink
              href={hrefs.runners(account, status ? { q: `status:${status}` } : {})}
              className={styles.count}
            >
              <span className={styles.number}>
                {counts[index]?.data?.paging.total?.toLocaleString() ?? "–"}
              </span>
              <span className={styles.label}>
                {label} <Icon of={ArrowRight} />
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
