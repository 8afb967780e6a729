import { Bookmark, ChevronDown } from "lucide-react";
import { useState } from "react";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { instantly } from "../../ui/forms/form.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/overlays/menu-item.tsx";

interface SavedSearchesMenuProps {
  /** Key under which they are stored: that of an account and a kind of list. */
  readonly storedAs: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** The saved searches of a list by their names, and entries to save or delete the present one. */
export function SavedSearchesMenu({ storedAs, query, onQuery }: SavedSearchesMenuProps) {
  const saved = useSavedSearches(storedAs);
  const present = saved.find((search) => search.query === query);
  const [naming, setNaming] = useState<SavedSearch | null>(null);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={Bookmark}>
            Saved <Icon of={ChevronDown} size={13} />
          </Button>
        }
      >
        <MenuItem disabled={query === ""} onSelect={() => setNaming(present ?? { name: "", query })}>
          {present ? "Rename saved search…" : "Save this search…"}
        </MenuItem>
        <MenuItem disabled={!present} onSelect={() => removeSearch(storedAs, query)}>
          Delete saved search
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>{saved.length === 0 ? "No saved searches" : "Saved searches"}</MenuLabel>
        {saved.map((search) => (
          <MenuItem
            key={search.query}
            description={search.name === search.query ? undefined : search.query}
            onSelect={() => onQuery(search.query)}
          >
            {search.name}
          </MenuItem>
        ))}
      </Menu>
      {naming ? (
        <NameDialog
          search={naming}
          onClose={() => setNaming(null)}
          onName={(name) => saveSearch(storedAs, { ...naming, name })}
        />
      ) : null}
    </>
  );
}

interface NameDialogProps {
  readonly search: SavedSearch;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

function NameDialog({ search, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState(search.name);
  const save = () => {
    onName(name.trim() || search.query);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Save search"
      description={search.query}
      size="s"
      submitLabel="Save"
      submission={instantly(save)}
    >
      <TextField
        label="Name"
        placeholder={search.query}
        value={name}
        onChange={setName}
        maxLength={60}
        autoFocus
      />
    </FormDialog>
  );
}

/** A query with the name that the user gave it. */
type SavedSearch = TypedDocument<"reviews", "saved-searches">["value"][number];

const values = createStoredValues("reviews", "saved-searches", []);

/** Saved searches of a list, oldest first. */
const useSavedSearches = (key: string): readonly SavedSearch[] => useStoredValue(values, key).value;

/** Saves a query, or gives a saved one another name. */
const saveSearch = (key: string, search: SavedSearch): void =>
  values.change(key, (all) => [...all.filter(({ query }) => query !== search.query), search]);

const removeSearch = (key: string, query: string): void =>
  values.change(key, (all) => all.filter((saved) => saved.query !== query));
