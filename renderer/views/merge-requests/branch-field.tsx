import { ChevronsUpDown, GitBranch } from "lucide-react";
import { useId } from "react";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Combobox } from "../../ui/combobox.tsx";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./new-merge-request.module.css";

interface BranchFieldProps {
  readonly label: string;
  readonly project: string;
  readonly value: string;
  readonly autoFocus?: boolean;
  readonly onChange: (branch: string) => void;
}

/** A labelled button that chooses a branch. */
export function BranchField({ label, project, value, autoFocus = false, onChange }: BranchFieldProps) {
  const { names, ...search } = useBranchSearch(project);
  const id = useId();
  return (
    <div className={styles.branch}>
      <label htmlFor={id} className={layout.strong}>
        {label}
      </label>
      <Combobox
        label={label}
        placeholder="Find a branch…"
        trigger={
          <Button
            id={id}
            autoFocus={autoFocus}
            icon={GitBranch}
            className={styles.pick}
            aria-label={`${label}: ${value || "none"}`}
          >
            <bdi className={cx(flow.growText, layout.ellipsis, styles.name)}>
              {value || "Select a branch…"}
            </bdi>
            <Icon of={ChevronsUpDown} size={14} />
          </Button>
        }
        items={names.map((name) => ({ id: name, label: name, selected: name === value }))}
        onChoose={(branch) => onChange(branch.id)}
        {...search}
      />
    </div>
  );
}
