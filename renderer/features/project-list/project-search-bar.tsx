import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import bar from "../../ui/bar-choices.module.css";
import { Button } from "../../ui/button.tsx";
import layout from "../../ui/layout.module.css";
import { Popover } from "../../ui/popover.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Select } from "../../ui/select.tsx";
import { useTypedSearch } from "../../ui/use-typed-search.ts";
import { type ProjectSearch, projectOrders } from "./project-filters.ts";
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
