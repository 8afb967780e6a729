import { X } from "lucide-react";
import type { Account } from "../../../shared/host/accounts.ts";
import { endedWord, type Watch } from "../../../shared/host/watches.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { removeWatch } from "../../api/watches.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { JobLink } from "../../features/ci/job-link.tsx";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import { useHostState } from "../../state/host-state.ts";
import { cx } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./ci-view.module.css";

/** The watched jobs and pipelines of an account, by project. */
export function WatchedSection({ account }: { readonly account: Account }) {
  const watches = useHostState((state) => state.watches).filter(({ accountId }) => accountId === account.id);
  const projects = Map.groupBy(watches, ({ project }) => project);
  return (
    <Section className={styles.account} title={account.name}>
      {watches.length === 0 ? (
        <p className={layout.muted}>
          Nothing is watched. Watch a job or pipeline to be notified when it ends.
        </p>
      ) : (
        [...projects].map(([path, entries]) => (
          <div key={path} className={styles.project}>
            <h3 className={styles.path}>
              <AppLink href={hrefs.project(account.id, path, "pipelines")}>{path}</AppLink>
            </h3>
            <ul className={styles.rows} aria-label={`Watched in ${path}`}>
              {entries.map((watch) => (
                <li key={watch.key}>
                  <WatchRow watch={watch} />
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
    </Section>
  );
}

function WatchRow({ watch }: { readonly watch: Watch }) {
  const { accountId: account, project, id, kind, name, ref, status, addedAt, endedAt } = watch;
  const stop = () =>
    void removeWatch(watch.key).catch((error: unknown) =>
      toast.problem("The list was not changed", describeProblem(error)),
    );
  return (
    <div className={styles.row}>
      <StatusIcon status={status ?? "created"} size={18} />
      <span className={styles.text}>
        <span className={styles.line}>
          {kind === "job" ? (
            <JobLink className={styles.name} {...{ account, project }} job={id}>
              {name}
            </JobLink>
          ) : (
            <AppLink className={styles.name} href={hrefs.pipeline(account, project, id)}>
              {name}
            </AppLink>
          )}
        </span>
        <span className={cx(layout.small, styles.meta)}>
          <span>#{id}</span>
          {ref ? <bdi>{ref}</bdi> : null}
          <span>{endedAt ? endedWord(watch) : "watched since"}</span>
          <RelativeTime time={endedAt ?? addedAt} />
        </span>
      </span>
      <span className={styles.action}>
        <IconButton
          label={endedAt ? `Remove ${name} from list` : `Stop watching ${name}`}
          icon={X}
          onClick={stop}
        />
      </span>
    </div>
  );
}
