import { History } from "lucide-react";
import { useMemo } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import type { CodeColumn } from "../../ui/code/line-column.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import { formatAbsoluteTime, formatRelativeTime } from "../../ui/values/time.tsx";
import { AppLink, useGo } from "../addresses/app-link.tsx";
import { commitHref, filesHref, type RepositoryScope } from "../repository/repository-hrefs.ts";
import styles from "./blame-column.module.css";
import { type Blame, type BlameCommit, blameHunks, readPreviousPath, shortAge } from "./blame-runs.ts";

/** Pixels of the column; in a narrow window it has no messages. */
const [columnPx, narrowPx] = [170, 76];

/** Returns the column of a file's blame: who changed each hunk last, with what message, and how long ago. */
export function useBlameColumn(
  { account, project }: RepositoryScope,
  path: string,
  blame: Blame | null,
  isNarrow: boolean,
): CodeColumn | undefined {
  const go = useGo();
  return useMemo(() => {
    if (!blame) return undefined;
    const scope = { account, project };
    const now = new Date();
    const onBefore = async (commit: BlameCommit, line: number) => {
      try {
        const before = await readPreviousPath(scope, commit.id, path);
        if (before === null || commit.parent === null) toast.info("This commit created the file");
        else go(filesHref(scope, commit.parent, before, `L${line}`, "blame"));
      } catch (error) {
        toast.problem("The version before could not be found", describeProblem(error));
      }
    };
    return {
      label: "Blame",
      width: isNarrow ? narrowPx : columnPx,
      entries: blameHunks(blame).map(({ line, commit }) => ({
        line,
        draw: (tabIndex) =>
          commit ? (
            <Hunk
              {...{ commit, tabIndex, isNarrow, now }}
              href={commitHref(scope, commit.id)}
              onBefore={() => void onBefore(commit, line)}
            />
          ) : (
            <span className={styles.unknown}>not certain</span>
          ),
      })),
    };
  }, [account, project, path, blame, isNarrow, go]);
}

interface HunkProps {
  readonly commit: BlameCommit;
  readonly href: string;
  readonly tabIndex: 0 | -1;
  readonly isNarrow: boolean;
  readonly now: Date;
  /** Shows the blame of the version before the commit. */
  readonly onBefore: () => void;
}

/** The commit of a hunk, as a link with a card on hover and focus, and the way to the version before it. */
function Hunk({ commit, href, tabIndex, isNarrow, now, onBefore }: HunkProps) {
  const { id, title, author, time } = commit;
  const date = new Date(time);
  const card = (
    <span className={styles.card}>
      <strong>{title}</strong>
      <span>
        {author}, {formatRelativeTime(date, now)}
      </span>
      <span>{formatAbsoluteTime(date)}</span>
      <code>{id.slice(0, 8)}</code>
    </span>
  );
  return (
    <div className={styles.hunk}>
      <Tooltip content={card} side="right">
        <AppLink
          href={href}
          tabIndex={tabIndex}
          className={styles.commit}
          aria-label={`${author}, ${time.slice(0, 10)}: ${title}`}
        >
          <Avatar name={author} size={16} />
          {isNarrow ? null : <span className={styles.title}>{title}</span>}
          <span className={styles.age}>{shortAge(time, now)}</span>
        </AppLink>
      </Tooltip>
      {commit.parent === null ? null : (
        <span className={styles.before}>
          <IconButton
            size="s"
            icon={History}
            label="Blame before this change"
            tabIndex={tabIndex}
            onClick={onBefore}
          />
        </span>
      )}
    </div>
  );
}
