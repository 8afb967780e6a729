import { Check, ListFilter } from "lucide-react";
import { fileKinds } from "../../../shared/diff/filter-files.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";

/** Condition of the filter, and its name in the menu. */
export interface FilterCondition {
  readonly word: string;
  readonly label: string;
}

interface FilterMenuProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Whether files are marked as viewed here. */
  readonly hasViewed: boolean;
  /** Further conditions, which come first. */
  readonly conditions: readonly FilterCondition[] | undefined;
}

const sizes = [
  { word: "lines:<20", label: "Fewer than 20 lines" },
  { word: "lines:>200", label: "More than 200 lines" },
];

/** Words of kinds that their names alone do not say. */
const kindLabels: Readonly<Record<string, string>> = { test: "Test files", lock: "Lock files" };

/** Adds conditions to the filter of changed files, or removes them. */
export function FilterMenu({ filter, onFilter, hasViewed, conditions = [] }: FilterMenuProps) {
  const words = filter.split(/\s+/).filter(Boolean);
  const item = (word: string, label: string) => (
    <MenuItem
      key={word}
      {...(words.includes(word) ? { icon: Check } : {})}
      onSelect={() =>
        onFilter((words.includes(word) ? words.filter((each) => each !== word) : [...words, word]).join(" "))
      }
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu align="end" trigger={<IconButton size="s" label="Filters" icon={ListFilter} />}>
      {conditions.map(({ word, label }) => item(word, label))}
      {hasViewed ? item("-is:viewed", "Not viewed") : null}
      {fileKinds.map((kind) => item(`kind:${kind}`, kindLabels[kind] ?? capitalize(kind)))}
      {item("-kind:generated", "Not generated")}
      {item("-kind:lock", "No lock files")}
      <MenuSeparator />
      {sizes.map(({ word, label }) => item(word, label))}
    </Menu>
  );
}
