import { useQueryClient } from "@tanstack/react-query";
import { FolderGit2, FolderX, RotateCw, X } from "lucide-react";
import {
  type LocalRepository,
  listLocalRepositories,
  removeLocalRepository,
} from "../../../shared/api/resources/local-repositories.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./local-repositories.module.css";
import { openRepository } from "./open-repository.ts";

interface RecentRepositoriesProps {
  /** The account of this computer's own service. */
  readonly account: string;
  /** Most recent repositories that are listed. */
  readonly maxListed: number;
  /** A repository was chosen. */
  readonly onOpen?: () => void;
}

/** Repositories that were opened from disk, the latest first, each with its state; nothing where there are none. */
export function RecentRepositories({ account, maxListed, onOpen }: RecentRepositoriesProps) {
  const { data, error, refetch } = useOperation(listLocalRepositories, {}, { account });
  if (error && !data)
    return <ErrorState compact {...describeProblem(error)} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Recent local repositories">
      {data.slice(0, maxListed).map((repository) => (
        <Row
          key={repository.project_id}
          account={account}
          repository={repository}
          onOpen={onOpen}
          onRetry={() => void refetch()}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly account: string;
  readonly repository: LocalRepository;
  readonly onOpen: (() => void) | undefined;
  readonly onRetry: () => void;
}

function Row({ account, repository, onOpen, onRetry }: RowProps) {
  const remove = useRemove(account);
  const { name, path, state, problem } = repository;
  const ready = state === "ready";
  return (
    <li className={styles.row}>
      <Icon of={ready ? FolderGit2 : FolderX} className={styles.mark} />
      <span className={styles.text}>
        <AppLink
          href={hrefs.project(account, repository.path_with_namespace)}
          className={layout.title}
          onClick={onOpen}
        >
          <bdi>{name}</bdi>
        </AppLink>
        <span className={cx(layout.ellipsis, styles.path)} title={path}>
          <bdi>{path}</bdi>
        </span>
        {ready ? null : (
          <span className={styles.problem}>{problem ?? stateTexts[state] ?? "It cannot be read."}</span>
        )}
      </span>
      {ready ? (
        <span className={styles.time}>
          <RelativeTime time={repository.last_opened_at} />
        </span>
      ) : (
        <>
          <Badge tone="warning">{stateBadges[state] ?? "Unreadable"}</Badge>
          <IconButton icon={RotateCw} label={`Retry ${name}`} size="s" onClick={onRetry} />
        </>
      )}
      <IconButton
        writes
        icon={X}
        label={`Remove ${name} from list`}
        size="s"
        onClick={() => void remove(repository)}
      />
    </li>
  );
}

const stateBadges: Readonly<Record<string, string>> = {
  missing: "Missing",
  replaced: "Replaced",
  unreadable: "Unreadable",
};
const stateTexts: Readonly<Record<string, string>> = {
  missing: "Folder not found.",
  replaced: "Another repository is at this path.",
};

/** Removes a repository from the list, not from disk, and offers to open it again. */
export function useRemove(
  account: string,
): (repository: Pick<LocalRepository, "project_id" | "name" | "path">) => Promise<boolean> {
  const client = useQueryClient();
  const write = useWrite(removeLocalRepository, { account });
  return async ({ project_id, name, path }) => {
    try {
      await write({ id: project_id });
      toast.info(`Removed ${name} from list`, {
        description:
          "Nothing on disk was changed. Its merge requests and comments are back when it is opened again.",
        action: {
          label: "Undo",
          onSelect: () =>
            void openRepository(client, account, path).catch((error: unknown) =>
              toast.problem(`${name} was not opened again`, describeProblem(error)),
            ),
        },
      });
      return true;
    } catch (error) {
      toast.problem(`${name} was not removed from list`, describeProblem(error));
      return false;
    }
  };
}
