import { type Group, listGroupProjects } from "../../../shared/api/resources/groups.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Select } from "../../ui/select.tsx";

interface TemplateProjectProps {
  readonly group: Group;
  /** Id of the project, null for none. */
  readonly value: number | null;
  readonly onChange: (value: number) => void;
  readonly error?: string;
}

/** The project of a group whose files are offered as templates. It can be changed, but not taken away again. */
export function TemplateProject({ group, value, onChange, error }: TemplateProjectProps) {
  const projects = useOperation(listGroupProjects, {
    id: group.id,
    include_subgroups: true,
    with_shared: false,
    simple: true,
    order_by: "name",
    sort: "asc",
    per_page: 100,
  });
  const none = { value: "", label: "None", disabled: true };
  const options = (projects.data ?? []).map(({ id, path_with_namespace }) => ({
    value: String(id),
    label: path_with_namespace,
  }));
  return (
    <Select
      label="File template project"
      value={value === null ? "" : String(value)}
      onChange={(id) => id && onChange(Number(id))}
      options={value === null ? [none, ...options] : options}
      disabled={options.length === 0}
      hint="Its files are offered as templates for new files in the group's projects (a paid feature of some services)."
      {...(error ? { error } : {})}
    />
  );
}
