import { type ReactNode, useState } from "react";
import styles from "./combobox.module.css";
import { containsText, type FilterItem, FilterList } from "./filter-list.tsx";
import { Popover } from "./popover.tsx";

export interface ComboboxProps<I extends FilterItem> {
  readonly label: string;
  readonly placeholder?: string;
  /** The button that opens the list; one element. */
  readonly trigger: ReactNode;
  /** Items that match the query. Filtered here unless `onQuery` is given. */
  readonly items: readonly I[];
  readonly onChoose: (item: I) => void;
  /** For lists that are searched elsewhere: called on every change of the text. */
  readonly onQuery?: (query: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  readonly loading?: boolean;
  readonly empty?: ReactNode;
  /** Reason why the list could not be read. */
  readonly problem?: string | undefined;
  readonly footer?: ReactNode;
  readonly align?: "start" | "center" | "end";
}

/** A searchable list under a button: refs, authors, groups. */
export function Combobox<I extends FilterItem>({
  label,
  placeholder = "Filter…",
  trigger,
  items,
  onChoose,
  onQuery,
  onOpenChange,
  align,
  ...list
}: ComboboxProps<I>) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
    if (next) search("");
  };
  const search = (next: string) => {
    setQuery(next);
    onQuery?.(next);
  };
  // Until the caller's search has responded, the previous query's items that match this one stay.
  const shown = onQuery && !list.loading ? items : items.filter((item) => containsText(item, query));
  return (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={change} align={align} flush>
      <div className={styles.panel}>
        <FilterList
          {...list}
          label={label}
          placeholder={placeholder}
          query={query}
          onQuery={search}
          items={shown}
          onChoose={(item) => {
            change(false);
            onChoose(item);
          }}
        />
      </div>
    </Popover>
  );
}
