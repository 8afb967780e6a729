import { listGroups } from "../../../../shared/api/resources/groups.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Select } from "../../../ui/select.tsx";

interface RunnerOwnerProps {
  readonly project: string | undefined;
  readonly isAdmin: boolean;
  /** `instance`, `project`, the id of a group, or empty where nothing was chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses where a new runner works: a project, a group that the account owns, or the whole instance. */
export function RunnerOwner({ project, isAdmin, value, onChange }: RunnerOwnerProps) {
  const groups = useOperation(listGroups, { owned: true, per_page: 100 });
  const options = [
    ...(project ? [{ value: "project", label: project, description: "This project" }] : []),
    ...(isAdmin
      ? [{ value: "instance", label: "The whole instance", description: "Jobs of every project" }]
      : []),
    ...(groups.data ?? []).map(({ id, full_path }) => ({
      value: String(id),
      label: full_path,
      description: "Group",
    })),
  ];
  return (
    <Select
      label="Runs jobs of"
      hint={
        options.length === 0 && !groups.isPending
          ? "Open the runners of a project that you maintain: you own no group."
          : undefined
      }
      value={value}
      onChange={onChange}
      options={options}
    />
  );
}
