import { Bookmark, ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { instantly } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/menu-item.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { removeSearch, type SavedSearch, saveSearch, useSavedSearches } from "./saved-searches.ts";

interface SavedSearchesMenuProps {
  readonly account: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** The saved searches of an account by their names, and entries to save or delete the present one. */
export function SavedSearchesMenu({ account, query, onQuery }: SavedSearchesMenuProps) {
  const saved = useSavedSearches(account);
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
        <MenuItem disabled={!present} onSelect={() => removeSearch(account, query)}>
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
          onName={(name) => saveSearch(account, { ...naming, name })}
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
