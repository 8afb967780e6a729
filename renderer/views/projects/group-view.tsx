import { useParams } from "@tanstack/react-router";
import { getGroup, listGroupProjects } from "../../../shared/api/groups.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationPages } from "../../api/use-operation.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { GroupTree } from "./group-tree.tsx";
import { ProjectList } from "./project-list.tsx";
import styles from "./projects.module.css";
import { Visibility } from "./visibility.tsx";

/** One group: what it is, and the projects of it and of the groups below it. */
export function GroupView() {
  const { account, group: path } = useParams({ strict: false }) as { account: string; group: string };
  const group = useOperation(getGroup, { id: path, with_projects: false });
  const list = useOperationPages(listGroupProjects, {
    id: path,
    include_subgroups: true,
    order_by: "last_activity_at",
    per_page: 50,
  });
  return (
    <SplitPane
      label="Groups"
      defaultSize={240}
      first={<GroupTree account={account} current={path} />}
      second={
        group.error && !group.data ? (
          <ErrorState {...describeProblem(group.error)} onRetry={() => void group.refetch()} />
        ) : (
          <div className={styles.page}>
            <PageHeader
              title={group.data?.full_name ?? path}
              mark={<Avatar name={group.data?.name ?? path} size={32} square />}
              state={<Visibility value={group.data?.visibility} />}
              meta={group.data?.description ?? undefined}
            />
            <ProjectList
              account={account}
              list={list}
              empty={{
                title: "No projects in this group",
                description: "Neither the group nor the groups below it hold a project that you may see.",
              }}
            />
          </div>
        )
      }
    />
  );
}
