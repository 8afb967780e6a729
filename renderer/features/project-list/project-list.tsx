import { FolderGit2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import type { OperationPages } from "../../api/use-operation.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { useGo } from "../addresses/use-go.ts";
import styles from "./project-list.module.css";
import { ProjectRow, projectRowHeight } from "./project-row.tsx";

interface ProjectListProps {
  readonly account: string;
  readonly list: OperationPages<Project[]>;
  readonly empty: { readonly title: string; readonly description: string; readonly actions?: ReactNode };
}

/** A list of projects in each of its states. */
export function ProjectList({ account, list, empty }: ProjectListProps) {
  const go = useGo();
  if (list.isPending) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={8} height={36} label="Loading projects" />
      </div>
    );
  }
  if (list.error && list.items.length === 0) {
    return <ErrorState {...describeProblem(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.items.length === 0) return <EmptyState icon={FolderGit2} {...empty} />;
  return (
    <VirtualList
      label="Projects"
      role="list"
      className={styles.list ?? ""}
      items={list.items}
      total={list.total}
      itemKey={(project) => project.id}
      rowHeight={projectRowHeight}
      renderItem={(project) => <ProjectRow account={account} project={project} />}
      onOpen={(project) => go(hrefs.project(account, project.path_with_namespace))}
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
      }}
    />
  );
}
