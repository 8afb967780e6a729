import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import type { BlameCommit } from "../../../features/blame/blame.ts";
import { commitHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import styles from "./file.module.css";

interface LastCommitProps {
  readonly repository: Repository;
  readonly path: string;
  /** Number of a line, from 1, and the commit that last changed it; shown instead of the file's last commit. */
  readonly line?: { readonly number: number; readonly commit: BlameCommit } | undefined;
}

/** The last commit of a file or of a line: its author, title and time, at the start of the file's bar. */
export function LastCommit({ repository, path, line }: LastCommitProps) {
  const last = useOperation(
    listCommits,
    { id: repository.project, ref_name: repository.commit.id, path, per_page: 1 },
    { staleTime: Number.POSITIVE_INFINITY },
  ).data?.[0];
  const commit =
    line?.commit ??
    (last && {
      id: last.id,
      title: last.title,
      author: last.author_name,
      time: last.committed_date ?? last.created_at ?? "",
    });
  return (
    <>
      {commit ? <Avatar name={commit.author} size={18} /> : null}
      <span className={styles.lastCommit}>
        {commit ? (
          <>
            {line ? `Line ${line.number}, ` : ""}
            {commit.author}: <AppLink href={commitHref(repository, commit.id)}>{commit.title}</AppLink> ·{" "}
            <RelativeTime time={commit.time} />
          </>
        ) : null}
      </span>
    </>
  );
}
