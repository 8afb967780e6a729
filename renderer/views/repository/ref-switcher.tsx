import { ChevronsUpDown, GitBranch, GitCommitHorizontal, Tag } from "lucide-react";
import { useEffect, useState } from "react";
import { listBranches } from "../../../shared/api/branches.ts";
import { listTags } from "../../../shared/api/tags.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { RepositoryPlace } from "./place.ts";
import styles from "./repository.module.css";

interface RefSwitcherProps extends RepositoryPlace {
  readonly current: string;
  readonly defaultBranch: string | null;
  readonly onChoose: (ref: string) => void;
}

/** Milliseconds after the last key before the service is asked. */
const pause = 150;

/** Chooses a branch, a tag or any commit; the service searches, so that thousands of branches are no matter. */
export function RefSwitcher({ project, current, defaultBranch, onChoose }: RefSwitcherProps) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const search = useSettled(query.trim(), pause);
  const input = { id: project, per_page: 50, ...(search ? { search } : {}) };
  const options = { enabled: open, keepPrevious: true };
  const branches = useOperation(listBranches, input, options);
  const tags = useOperation(listTags, input, options);
  const items = [
    ...(branches.data ?? []).map((branch) => ({
      id: `branch ${branch.name}`,
      ref: branch.name,
      label: branch.name,
      icon: GitBranch,
      section: "Branches",
      selected: branch.name === current,
      hint: branch.name === defaultBranch ? "default" : branch.protected ? "protected" : undefined,
    })),
    ...(tags.data ?? []).map((tag) => ({
      id: `tag ${tag.name}`,
      ref: tag.name,
      label: tag.name,
      icon: Tag,
      section: "Tags",
      selected: tag.name === current,
      hint: tag.commit.short_id,
    })),
    ...(/^[\da-f]{7,64}$/i.test(query.trim())
      ? [
          {
            id: "commit",
            ref: query.trim(),
            label: query.trim(),
            icon: GitCommitHorizontal,
            section: "Commit",
            selected: false,
            hint: undefined,
          },
        ]
      : []),
  ];
  return (
    <Combobox
      label="Branch, tag or commit"
      placeholder="Find a branch or tag, or paste a hash"
      trigger={
        <Button className={styles.ref} icon={GitBranch} aria-label={`Ref: ${current}`}>
          <bdi className={styles.refName}>
            {/^[\da-f]{40,64}$/.test(current) ? current.slice(0, 10) : current}
          </bdi>
          <Icon of={ChevronsUpDown} size={14} />
        </Button>
      }
      items={items}
      onQuery={setQuery}
      onOpenChange={setOpen}
      loading={branches.isFetching || tags.isFetching || search !== query.trim()}
      empty={branches.error ? "The branches could not be loaded." : "No branch or tag has this name."}
      onChoose={(item) => onChoose(item.ref)}
    />
  );
}

/** A value once it has stayed the same for a while. */
function useSettled(value: string, delay: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
