import { ChevronsUpDown, GitBranch, GitCommitHorizontal, Tag } from "lucide-react";
import { useId } from "react";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./ref-picker.module.css";
import { isHash, useRefChoices } from "./use-ref-choices.ts";
import { useRefKind } from "./use-ref-kind.ts";

interface RefPickerProps {
  readonly project: string;
  /** Purpose of the ref, such as "From"; shown above the button where `showsLabel` is set. */
  readonly label?: string;
  readonly showsLabel?: boolean;
  /** Chosen ref; null for none. */
  readonly current: string | null;
  /** Shown where no ref is chosen. */
  readonly unset?: string;
  readonly defaultBranch: string | null;
  readonly onChoose: (ref: string) => void;
}

const icons = { branch: GitBranch, tag: Tag, commit: GitCommitHorizontal } as const;

/** Chooses a branch, a tag or any commit; the service searches, so that thousands of them cost nothing. */
export function RefPicker({
  project,
  label = "Ref",
  showsLabel = false,
  current,
  unset,
  defaultBranch,
  onChoose,
}: RefPickerProps) {
  const kind = useRefKind(project, current, defaultBranch);
  const { items, empty, problem, ...search } = useRefChoices(project, current, defaultBranch);
  const id = useId();
  const name = current === null ? null : shortRef(current);
  const picker = (
    <Combobox
      label="Branch, tag or commit"
      placeholder="Find a branch or tag, or paste a hash"
      trigger={
        <Button
          id={id}
          className={styles.button}
          icon={icons[kind]}
          aria-label={`${label}: ${name ?? unset ?? "none"}`}
        >
          <bdi className={cx(layout.ellipsis, styles.name)}>
            {name && isHash(name) ? name.slice(0, 8) : (name ?? unset ?? "Select…")}
          </bdi>
          <Icon of={ChevronsUpDown} size={14} />
        </Button>
      }
      items={items.map((item) => ({ ...item, icon: icons[item.kind] }))}
      empty={empty}
      problem={problem}
      {...search}
      onChoose={(item) => onChoose(item.ref)}
    />
  );
  if (!showsLabel) return picker;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={layout.strong}>
        {label}
      </label>
      {picker}
    </div>
  );
}
