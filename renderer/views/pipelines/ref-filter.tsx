import { GitBranch, X } from "lucide-react";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

interface RefFilterProps {
  readonly project: string;
  readonly value: string | undefined;
  readonly onChange: (ref: string | undefined) => void;
}

/** Chooses the branch that a list is limited to. */
export function RefFilter({ project, value, onChange }: RefFilterProps) {
  const { names, ...search } = useBranchSearch(project);
  return (
    <>
      <Combobox
        label="Branch"
        trigger={
          <Button icon={GitBranch} aria-label={`Branch: ${value ?? "all"}`}>
            {value ?? "All branches"}
          </Button>
        }
        items={names.map((name) => ({ id: name, label: name, selected: name === value }))}
        onChoose={({ id }) => onChange(id === value ? undefined : id)}
        {...search}
      />
      {value ? <IconButton label="Show all branches" icon={X} onClick={() => onChange(undefined)} /> : null}
    </>
  );
}
