import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import bar from "../../ui/forms/bar-choices.module.css";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SearchField, TextField } from "../../ui/forms/text-field.tsx";
import { useTypedSearch } from "../../ui/forms/use-typed-search.ts";
import { Popover } from "../../ui/overlays/popover.tsx";
import layout from "../../ui/theme/layout.module.css";
import { orderOf, type ProjectSearch, projectOrders } from "./project-filters.ts";
import styles from "./project-list.module.css";

type CommonSearch = Pick<ProjectSearch, "search" | "order" | "visibility" | "archived">;

interface ProjectSearchBarProps {
  /** Name of the search as a landmark. */
  readonly label: string;
  readonly search: CommonSearch;
  /** Called with what was chosen; an order comes with `sort` undefined, since each has a direction of its own. */
  readonly onChange: (patch: Partial<CommonSearch> & { readonly sort?: undefined }) => void;
  /** Number of filters that are set. */
  readonly count: number;
  /** Further controls between the text and the filters. */
  readonly scope?: ReactNode;
  /** Further fields of the filters. */
  readonly children: ReactNode;
}

const visibilities = [
  { value: "", label: "Any" },
  { value: "public", label: "Public" },
  { value: "internal", label: "Internal" },
  { value: "private", label: "Private" },
] as const;

const archives = [
  { value: "", label: "Hide" },
  { value: "with", label: "Show" },
  { value: "only", label: "Only archived" },
] as const;

/** Text, filters and order of a list of projects. */
export function ProjectSearchBar({ label, search, onChange, count, scope, children }: ProjectSearchBarProps) {
  const [text, setText] = useTypedSearch(search.search ?? "", (value) =>
    onChange({ search: value || undefined }),
  );
  return (
    <search className={layout.bar} aria-label={label}>
      <SearchField label="Search projects" value={text} onChange={setText} className={layout.search} />
      <div className={bar.choices}>
        {scope}
        <Popover
          label="Filters"
          trigger={<Button icon={ListFilter}>{count > 0 ? `Filters · ${count}` : "Filters"}</Button>}
        >
          <div className={styles.filters}>
            <Select
              label="Visibility"
              value={search.visibility ?? ""}
              onChange={(value) => onChange({ visibility: value || undefined })}
              options={visibilities}
            />
            <Select
              label="Archived projects"
              value={search.archived ?? ""}
              onChange={(value) => onChange({ archived: value || undefined })}
              options={archives}
            />
            {children}
          </div>
        </Popover>
        <Select
          label="Order by"
          hideLabel
          className={bar.order ?? ""}
          value={search.order ?? "last_activity_at"}
          onChange={(order) => onChange({ order, sort: undefined })}
          options={projectOrders.map(({ value, label }) => ({ value, label }))}
        />
      </div>
    </search>
  );
}

const roles = [
  { value: "", label: "Any" },
  { value: "10", label: "Guest or above" },
  { value: "20", label: "Reporter or above" },
  { value: "30", label: "Developer or above" },
  { value: "40", label: "Maintainer or above" },
  { value: "50", label: "Owner" },
] as const;

const directions = [
  { value: "desc", label: "Descending" },
  { value: "asc", label: "Ascending" },
] as const;

interface FilterPanelProps {
  readonly search: ProjectSearch;
  readonly onChange: (patch: Partial<ProjectSearch>) => void;
}

/** Further filters of the account's projects. */
export function FilterPanel({ search, onChange }: FilterPanelProps) {
  return (
    <>
      <Select
        label="My role"
        value={search.role ?? ""}
        onChange={(value) => onChange({ role: value || undefined })}
        options={roles}
      />
      <Select
        label="Direction"
        value={orderOf(search).sort}
        onChange={(sort) => onChange({ sort })}
        options={directions}
      />
      <TextField
        label="Programming language"
        value={search.language ?? ""}
        onChange={(value) => onChange({ language: value || undefined })}
        placeholder="For example TypeScript"
      />
      <Checkbox
        label="With issues"
        checked={search.issues === "1"}
        onChange={(on) => onChange({ issues: on ? "1" : undefined })}
      />
      <Checkbox
        label="With merge requests"
        checked={search.requests === "1"}
        onChange={(on) => onChange({ requests: on ? "1" : undefined })}
      />
    </>
  );
}
