import { useParams } from "@tanstack/react-router";
import { Folders, GitPullRequest, Info, SquareLibrary } from "lucide-react";
import { z } from "zod";
import { type Group, getGroup } from "../../../shared/api/resources/groups.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { GroupPane } from "../../features/group-tree/group-pane.tsx";
import { VisibilityLabel } from "../../features/project-list/visibility-label.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { DeletionNotice } from "./deletion-notice.tsx";
import { GroupActions } from "./group-actions.tsx";
import { GroupDetails } from "./group-details.tsx";
import { GroupProjects } from "./group-projects.tsx";
import { Subgroups } from "./subgroups.tsx";

const tabs = [
  { name: undefined, label: "Projects", icon: SquareLibrary },
  { name: "subgroups", label: "Subgroups", icon: Folders },
  { name: "details", label: "Details", icon: Info },
] as const;

const groupSearch = z.object({ tab: z.string().optional() });

/** One group: projects, subgroups, merge requests and details. */
export function GroupView() {
  const { account, group: path } = useParams({ from: "/a/$account/groups/$group" });
  const group = useOperation(getGroup, { id: path, with_projects: false, with_custom_attributes: true });
  return (
    <GroupPane account={account} current={path}>
      {group.data && !(group.error && describeProblem(group.error).kind === "missing") ? (
        <GroupPage account={account} group={group.data} />
      ) : group.error ? (
        <ErrorState {...describeProblem(group.error)} onRetry={() => void group.refetch()} />
      ) : (
        <div className={layout.padded}>
          <Skeleton lines={6} height={24} label="Loading the group" />
        </div>
      )}
    </GroupPane>
  );
}

function GroupPage({ account, group }: { readonly account: string; readonly group: Group }) {
  const [{ tab }] = useAddressSearch(groupSearch);
  const params = { account, group: group.full_path };
  const isMarked = Boolean(group.marked_for_deletion_on);
  return (
    <div className={layout.page}>
      <PageHeader
        title={group.full_name}
        mark={<Avatar name={group.name} size={32} square />}
        state={
          <>
            <VisibilityLabel value={group.visibility} />
            {isMarked ? <Badge tone="warning">Deleting</Badge> : null}
          </>
        }
        meta={group.description || undefined}
        actions={<GroupActions account={account} group={group} />}
      />
      {isMarked ? <DeletionNotice account={account} group={group} /> : null}
      <TabLinks label="Group">
        {tabs.map(({ name, label, icon }) => (
          <AppLink
            key={label}
            href={hrefs.group(params.account, params.group, name ? { tab: name } : {})}
            aria-current={tab === name || (tab === undefined && name === undefined) ? "page" : undefined}
          >
            <Icon of={icon} size={14} /> {label}
          </AppLink>
        ))}
        <AppLink href={hrefs.mergeRequests(params.account, params.group)}>
          <Icon of={GitPullRequest} size={14} /> Merge requests
        </AppLink>
      </TabLinks>
      {tab === "subgroups" ? (
        <Subgroups account={account} group={group} />
      ) : tab === "details" ? (
        <GroupDetails account={account} group={group} />
      ) : (
        <GroupProjects account={account} group={group} />
      )}
    </div>
  );
}
