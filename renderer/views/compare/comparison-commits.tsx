import { type ReactNode, useState } from "react";
import type { Comparison } from "../../../shared/api/resources/repository.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./compare.module.css";

/** Commits that are listed before the rest is folded away. */
const maxCommits = 8;

interface CommitsProps {
  readonly account: string;
  readonly project: string;
  readonly comparison: Comparison;
  /** Whether these are the commits that only the first side has. */
  readonly areRemoved?: boolean;
  /** Above the list. */
  readonly children?: ReactNode;
}

/** The commits of a comparison, newest first. */
export function Commits({ account, project, comparison, areRemoved = false, children }: CommitsProps) {
  const [all, setAll] = useState(false);
  const commits = comparison.commits.toReversed();
  const listed = all ? commits : commits.slice(0, maxCommits);
  return (
    <section className={layout.padded} aria-label={areRemoved ? "Removed commits" : "Commits"}>
      <h2 className={styles.title}>
        {commits.length}
        {comparison.compare_timeout ? "+" : ""} {commits.length === 1 ? "commit" : "commits"}
        {areRemoved ? " removed" : ""}
      </h2>
      {children}
      {comparison.compare_timeout ? (
        <p className={cx(layout.muted, styles.side)}>
          The service does not list all changes. Some are missing below.
        </p>
      ) : null}
      <ul>
        {listed.map((commit) => (
          <li key={commit.id} className={styles.commit}>
            <Avatar name={commit.author_name} size={18} />
            <AppLink href={hrefs.commit(account, project, commit.id)}>
              {commit.title || "(no message)"}
            </AppLink>
            <span className={cx(layout.muted, styles.side)}>
              {commit.author_name} · <RelativeTime time={commit.created_at ?? commit.committed_date ?? ""} />
            </span>
            <code className={cx(layout.muted, styles.side)}>{commit.short_id}</code>
          </li>
        ))}
      </ul>
      {commits.length > listed.length ? (
        <div className={styles.more}>
          <Button size="s" variant="ghost" onClick={() => setAll(true)}>
            Show all {commits.length} commits
          </Button>
        </div>
      ) : null}
    </section>
  );
}
