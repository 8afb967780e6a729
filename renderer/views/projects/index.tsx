import type { QueryClient } from "@tanstack/react-query";
import { FolderOpen, FolderPlus, SquareLibrary } from "lucide-react";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import { operationPagesQuery, useOperationPages } from "../../api/use-operation.ts";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { readSearch } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccountRoute } from "../../features/addresses/use-route.ts";
import { GroupPane } from "../../features/group-tree/group-pane.tsx";
import { totalText } from "../../features/paged-list/load-more.tsx";
import {
  countFilters,
  projectListInput,
  projectSearch,
} from "../../features/project-list/project-filters.ts";
import { ProjectList } from "../../features/project-list/project-list.tsx";
import { FilterPanel, ProjectSearchBar } from "../../features/project-list/project-search-bar.tsx";
import { useAccount } from "../../state/host-state.ts";
import { askForRepository } from "../../state/repository-request.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import layout from "../../ui/theme/layout.module.css";

const whoseOptions = [
  { value: "all", label: "All" },
  { value: "membership", label: "Member of" },
  { value: "owned", label: "Mine" },
  { value: "starred", label: "Starred" },
] as const;

/** Begins to read the first page of an account's projects, which the view shows with its errors. */
export function prefetchProjects(
  client: QueryClient,
  account: string,
  search: { readonly [name: string]: string | undefined },
): void {
  const input = projectListInput(readSearch(projectSearch, search));
  void client.prefetchInfiniteQuery(operationPagesQuery(account, listProjects, input));
}

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
          state={<AccountSwitch list="projects" account={account} />}
          meta={totalText(list, "project")}
          actions={
            <>
              {isLocal ? (
                <Button icon={FolderOpen} onClick={() => askForRepository()}>
                  Open repository…
                </Button>
              ) : null}
              <Button asChild icon={FolderPlus}>
                <AppLink href={hrefs.newProject(account)}>New project</AppLink>
              </Button>
            </>
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

export { AllProjectsView } from "./all-projects-view.tsx";
export { ProjectView } from "./project-view.tsx";
