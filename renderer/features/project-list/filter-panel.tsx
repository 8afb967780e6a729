import { Checkbox } from "../../ui/checkbox.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { orderOf, type ProjectSearch } from "./project-filters.ts";

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
