import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Icon } from "../marks/icon.tsx";
import { Spinner } from "../states/progress.tsx";
import { cx } from "../theme/class-names.ts";
import styles from "./search-box.module.css";

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Id of the list below, which the keys move in; empty while there is none. */
  readonly list: string;
  /** Id of the entry that Enter chooses. */
  readonly active: string | undefined;
  readonly loading?: boolean;
  readonly size?: "m" | "l";
}

/** The field above a list that is searched as one types. It has the focus, and its arrow keys move in the list. */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  onKeyDown,
  list,
  active,
  ...look
}: SearchBoxProps) {
  return (
    <div className={cx(styles.search, look.size === "l" && styles.large)}>
      {look.loading ? <Spinner size={15} /> : <Icon of={Search} />}
      <input
        // Opened in order to type.
        ref={(input) => input?.focus({ preventScroll: true })}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={list !== ""}
        aria-controls={list || undefined}
        aria-activedescendant={active}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
