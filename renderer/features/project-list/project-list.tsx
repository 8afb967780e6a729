import { FolderGit2 } from "lucide-react";
import type { Project } from "../../../shared/api/resources/projects.ts";
import type { OperationPages } from "../../api/use-operation.ts";
import { EmptyState, type EmptyStateProps } from "../../ui/empty-state.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { useGo } from "../addresses/use-go.ts";
import { PagedList } from "../paged-list/paged-list.tsx";
import { ProjectRow, projectRowHeight } from "./project-row.tsx";

interface ProjectListProps {
  readonly account: string;
  readonly list: OperationPages<Project[]>;
  /** Filters and order of the list. */
  readonly search: object;
  /** Shown instead of an empty list. */
  readonly empty: Omit<EmptyStateProps, "icon">;
}

/** A list of projects in each of its states. */
export function ProjectList({ account, list, search, empty }: ProjectListProps) {
  const go = useGo();
  return (
    <PagedList
      label="Projects"
      mark={32}
      list={list}
      items={list.items}
      scope={JSON.stringify(search)}
      empty={<EmptyState icon={FolderGit2} {...empty} />}
      rowHeight={projectRowHeight}
      itemKey={({ id }) => id}
      renderItem={(project) => <ProjectRow account={account} project={project} />}
      onOpen={(project) => go(hrefs.project(account, project.path_with_namespace))}
    />
  );
}
