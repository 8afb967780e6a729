import { FolderGit2 } from "lucide-react";
import { listUserProjects } from "../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./people.module.css";

interface ProjectsOfUserProps {
  readonly account: string;
  readonly id: number;
  readonly name: string;
}

/** Projects in a user's own namespace. */
export function ProjectsOfUser({ account, id, name }: ProjectsOfUserProps) {
  const list = useOperationPages(listUserProjects, { user_id: id, simple: true });
  if (list.error && list.items.length === 0) {
    return <ErrorState compact {...describeProblem(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) return <Skeleton lines={4} label="Loading projects" />;
  if (list.items.length === 0) {
    return <p className={layout.muted}>No projects of their own. Projects of groups are not listed here.</p>;
  }
  return (
    <>
      <ul className={styles.projects} aria-label={`Projects of ${name}`}>
        {list.items.map((project) => (
          <li key={project.id} className={styles.project}>
            <Icon of={FolderGit2} size={14} />
            <AppLink href={hrefs.project(account, project.path_with_namespace)} className={styles.path}>
              {project.path_with_namespace}
            </AppLink>
            {project.visibility ? <Badge>{project.visibility}</Badge> : null}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button size="s" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </>
  );
}
