import { listCommits } from "../../../shared/api/resources/commits.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./projects.module.css";

/** The last commits of the default branch. */
export function LatestCommits({ account, project }: { readonly account: string; readonly project: string }) {
  const commits = useOperation(listCommits, { id: project, per_page: 6 });
  if (commits.isPending) return <Skeleton lines={6} height={57} mark={20} label="Loading commits" />;
  if (!commits.data)
    return <p className={cx(layout.note, styles.inset)}>{describeProblem(commits.error).message}</p>;
  return (
    <>
      <ul>
        {commits.data.map((commit) => (
          <li key={commit.id} className={styles.commit}>
            <Avatar name={commit.author_name} size={20} />
            <div>
              <AppLink href={hrefs.commit(account, project, commit.id)} title={commit.title}>
                {commit.title || "(no message)"}
              </AppLink>
              <span className={layout.small}>
                {commit.author_name} ·{" "}
                <RelativeTime time={commit.created_at ?? commit.committed_date ?? ""} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      <AppLink href={hrefs.project(account, project, "commits")}>All commits</AppLink>
    </>
  );
}
