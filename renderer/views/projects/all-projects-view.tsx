import { SquareLibrary } from "lucide-react";
import { listProjects } from "../../../shared/api/resources/projects.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { useOperation } from "../../api/use-operation.ts";
import {
  AccountSection,
  AccountSections,
  maxSectionEntries,
  SectionRows,
} from "../../features/accounts/account-sections.tsx";
import { AccountSwitch } from "../../features/accounts/account-switch.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import {
  countFilters,
  type ProjectSearch,
  projectListInput,
  projectSearch,
} from "../../features/project-list/project-filters.ts";
import { ProjectRow, projectRowHeight } from "../../features/project-list/project-list.tsx";
import { FilterPanel, ProjectSearchBar } from "../../features/project-list/project-search-bar.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import layout from "../../ui/theme/layout.module.css";

/** Projects of every account, by the same search and filters as in one account's list. */
export function AllProjectsView() {
  const [search, change] = useAddressSearch(projectSearch);
  return (
    <section className={layout.page} aria-label="Projects of all accounts">
      <PageHeader
        title="Projects"
        icon={SquareLibrary}
        state={<AccountSwitch list="projects" account={null} />}
      />
      <ProjectSearchBar
        label="Projects"
        search={search}
        onChange={change}
        count={countFilters({ ...search, whose: undefined })}
      >
        <FilterPanel search={search} onChange={change} />
      </ProjectSearchBar>
      <AccountSections>
        {(account) => <ProjectsOfAccount account={account} search={search} />}
      </AccountSections>
    </section>
  );
}

interface ProjectsOfAccountProps {
  readonly account: Account;
  readonly search: ProjectSearch;
}

function ProjectsOfAccount({ account, search }: ProjectsOfAccountProps) {
  const input = { ...projectListInput(search), per_page: maxSectionEntries };
  const list = useOperation(listProjects, input, { keepPrevious: true });
  return (
    <AccountSection
      account={account}
      name="projects"
      list={list}
      rowHeight={projectRowHeight}
      href={hrefs.projects(account.id, search)}
    >
      {(entries, label) => (
        <SectionRows
          label={label}
          entries={entries}
          itemKey={({ id }) => id}
          rowHeight={projectRowHeight}
          renderItem={(project) => <ProjectRow account={account.id} project={project} />}
        />
      )}
    </AccountSection>
  );
}
