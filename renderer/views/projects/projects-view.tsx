import { FolderOpen, SquareLibrary } from "lucide-react";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useAccountRoute } from "../../features/addresses/use-route.ts";
import { GroupPane } from "../../features/group-tree/group-pane.tsx";
import { totalText } from "../../features/paged-list/total-text.ts";
import { FilterPanel } from "../../features/project-list/filter-panel.tsx";
import {
  countFilters,
  projectListInput,
  projectSearch,
} from "../../features/project-list/project-filters.ts";
import { ProjectList } from "../../features/project-list/project-list.tsx";
import { ProjectSearchBar } from "../../features/project-list/project-search-bar.tsx";
import { useAccount } from "../../state/host-state.ts";
import { askForRepository } from "../../state/open-repository.ts";
import { useRecentProjects } from "../../state/recent-projects.ts";
import { Button } from "../../ui/button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { ProjectStrip } from "./project-strip.tsx";

const whoseOptions = [
  { value: "all", label: "All" },
  { value: "membership", label: "Member of" },
  { value: "owned", label: "Mine" },
  { value: "starred", label: "Starred" },
] as const;

/** All projects that the account may see: groups as a tree beside a list with search, filters and order. */
export function ProjectsView() {
  const { account } = useAccountRoute();
  const [search, change] = useAddressSearch(projectSearch);
  const go = useGo();
  const isLocal = useAccount(account)?.kind === "local";
  const list = useOperationPages(listProjects, projectListInput(search), { keepPrevious: true });
  const filters = countFilters({ ...search, whose: undefined });
  const plain = filters === 0 && !search.search && !search.whose;

  return (
    <GroupPane account={account}>
      <div className={layout.page}>
        <PageHeader
          title="Projects"
          icon={SquareLibrary}
          meta={totalText(list, "project")}
          actions={
            isLocal ? (
              <Button icon={FolderOpen} onClick={() => askForRepository()}>
                Open repository…
              </Button>
            ) : undefined
          }
        />
        <ProjectSearchBar
          label="Projects"
          search={search}
          onChange={change}
          count={filters}
          scope={
            <SegmentedControl
              label="Scope"
              value={search.whose ?? "all"}
              onChange={(whose) => change({ whose: whose === "all" ? undefined : whose })}
              options={whoseOptions}
            />
          }
        >
          <FilterPanel search={search} onChange={change} />
        </ProjectSearchBar>
        {plain ? <RecentProjects account={account} /> : null}
        <ProjectList
          account={account}
          list={list}
          search={search}
          empty={
            plain
              ? {
                  title: "No projects yet",
                  description: "This account has no access to any project.",
                }
              : {
                  title: "No matching projects",
                  description: "Try different words or fewer filters.",
                  actions: <Button onClick={() => go(hrefs.projects(account))}>Clear filters</Button>,
                }
          }
        />
      </div>
    </GroupPane>
  );
}

function RecentProjects({ account }: { readonly account: string }) {
  const pinned = useRecentProjects((state) => state.pinned);
  const recent = useRecentProjects((state) => state.recent);
  const mine = (recents: typeof pinned) => recents.filter((each) => each.account === account);
  return (
    <>
      <ProjectStrip label="Pinned" projects={mine(pinned)} />
      <ProjectStrip label="Recent" projects={mine(recent).slice(0, 6)} />
    </>
  );
}
