import { ListFilter } from "lucide-react";
import { useState } from "react";
import { StatusIcon } from "../../features/ci/status-badge.tsx";
import { statusStyle } from "../../features/ci/status-style.ts";
import { Button } from "../../ui/button.tsx";
import { containsText, type FilterItem } from "../../ui/filter-list.tsx";
import { MultiCombobox } from "../../ui/multi-combobox.tsx";

interface StatusFilterProps<S extends string> {
  readonly states: readonly S[];
  readonly chosen: readonly S[];
  readonly onChange: (chosen: readonly S[]) => void;
}

/** Chooses one or many states that a list is limited to. */
export function StatusFilter<S extends string>({ states, chosen, onChange }: StatusFilterProps<S>) {
  const [query, setQuery] = useState("");
  const toItem = (state: S): FilterItem => ({
    id: state,
    label: statusStyle(state).word,
    mark: <StatusIcon status={state} decorative />,
  });
  const text = chosen.length === 0 ? "All states" : chosen.map((state) => statusStyle(state).word).join(", ");
  return (
    <MultiCombobox
      label="States"
      placeholder="Filter states…"
      trigger={
        <Button icon={ListFilter} aria-label={`States: ${text}`}>
          {chosen.length > 2 ? `${chosen.length} states` : text}
        </Button>
      }
      items={states.map(toItem).filter((item) => containsText(item, query))}
      chosen={chosen.map(toItem)}
      onQuery={setQuery}
      onDone={(items) => onChange(states.filter((state) => items.some(({ id }) => id === state)))}
    />
  );
}
