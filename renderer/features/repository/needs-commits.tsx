import { FilePlus2 } from "lucide-react";
import type { ReactNode } from "react";
import { getProject, type Project } from "../../../shared/api/resources/projects.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import type { IconType } from "../../ui/marks/icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import type { RepositoryScope } from "./repository-hrefs.ts";

interface NeedsCommitsProps extends RepositoryScope {
  readonly icon: IconType;
  /** Title of the page, such as "Branches". */
  readonly page: string;
  /** Title without commits, such as "No branches yet". */
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** A view of a repository; for one without a commit, where nothing of the view could work, the way to the first one. */
export function NeedsCommits({
  account,
  project,
  icon,
  page,
  title,
  description,
  children,
}: NeedsCommitsProps) {
  const { data } = useOperation(getProject, { id: project });
  if (!data || !isEmpty(data)) return children;
  return (
    <div className={layout.page}>
      <PageHeader title={page} icon={icon} />
      <EmptyState
        icon={icon}
        title={title}
        description={description}
        actions={
          data.archived === true ? null : (
            <Button asChild variant="primary" icon={FilePlus2}>
              <AppLink href={hrefs.project(account, project, "files")}>Create the first file</AppLink>
            </Button>
          )
        }
      />
    </div>
  );
}

/** Returns whether a project has no commit; services before 12.7 report that by a missing default branch only. */
export const isEmpty = ({ empty_repo, default_branch }: Pick<Project, "empty_repo" | "default_branch">) =>
  empty_repo ?? default_branch === null;
