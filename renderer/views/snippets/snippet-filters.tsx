import { Search } from "lucide-react";
import bar from "../../ui/bar-choices.module.css";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { SnippetFilter } from "./filter-snippets.ts";
import { visibilities } from "./model/visibility.ts";
import styles from "./snippets.module.css";

const kinds = [
  { value: "all", label: "Any visibility" } as const,
  ...visibilities.map(({ value, label, icon }) => ({ value, label, icon })),
];
const orders = [
  { value: "created", label: "Recently created" },
  { value: "updated", label: "Recently updated" },
  { value: "title", label: "Title" },
] as const;

interface SnippetFiltersProps {
  readonly filter: SnippetFilter;
  readonly onFilter: (filter: SnippetFilter) => void;
  /** Whether the list has snippets of several visibilities. */
  readonly hasVisibility: boolean;
}

/** Words, visibility and order of a list of snippets. */
export function SnippetFilters({ filter, onFilter, hasVisibility }: SnippetFiltersProps) {
  return (
    <>
      <div className={styles.search}>
        <TextField
          label="Filter snippets"
          hideLabel
          icon={Search}
          placeholder="Filter by title, file or author"
          value={filter.text}
          onChange={(text) => onFilter({ ...filter, text })}
        />
      </div>
      <div className={bar.choices}>
        {hasVisibility ? (
          <Select
            label="Visibility"
            hideLabel
            value={filter.visibility}
            options={kinds}
            onChange={(visibility) => onFilter({ ...filter, visibility })}
          />
        ) : null}
        <Select
          label="Order"
          hideLabel
          className={bar.order ?? ""}
          value={filter.order}
          options={orders}
          onChange={(order) => onFilter({ ...filter, order })}
        />
      </div>
    </>
  );
}
