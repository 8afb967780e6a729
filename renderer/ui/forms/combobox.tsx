import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { containsText, type FilterItem, FilterList } from "../lists/filter-list.tsx";
import { Popover } from "../overlays/popover.tsx";
import styles from "./combobox.module.css";

interface ComboboxProps<I extends FilterItem>
  extends Optional<{
    /** Reason why the list could not be read. */
    problem: string;
  }> {
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

interface MultiComboboxProps
  extends Optional<{
    /** Reason why the list could not be read. */
    problem: string;
  }> {
  readonly label: string;
  readonly placeholder?: string;
  /** The button that opens the list; one element. */
  readonly trigger: ReactNode;
  /** Items that match the query; the caller searches. */
  readonly items: readonly FilterItem[];
  /** Chosen items, whether they match or not. */
  readonly chosen: readonly FilterItem[];
  readonly onQuery: (query: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  /** Called once, when the list closes with another choice than it opened with. */
  readonly onDone: (chosen: readonly FilterItem[]) => void;
  /** Offers what was typed as a choice of its own, in these words. */
  readonly create?: (query: string) => string;
  readonly loading?: boolean;
  readonly empty?: ReactNode;
}

const createId = "create\n";

/** A searchable list of which any number may be chosen. What was chosen counts when it closes. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { label, placeholder = "Filter…", trigger, chosen, onQuery, onDone, create, ...list } = props;
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState<readonly FilterItem[]>(chosen);
  const search = (next: string) => {
    setQuery(next);
    onQuery(next);
  };
  const change = (next: boolean) => {
    setOpen(next);
    list.onOpenChange?.(next);
    if (next) {
      setPicked(chosen);
      search("");
    } else if (idsOf(picked) !== idsOf(chosen)) onDone(picked);
  };
  const isPicked = (id: string) => picked.some((item) => item.id === id);
  const wanted = query.trim();
  // Items chosen before it opened are first, and items do not move while they are toggled.
  const first = [...chosen, ...picked.filter(({ id }) => !chosen.some((item) => item.id === id))].filter(
    (item) => containsText(item, wanted),
  );
  const rest = props.items
    .filter(({ id }) => !first.some((item) => item.id === id))
    // Until the caller's search has responded, the previous query's items that match this one stay.
    .filter((item) => !list.loading || containsText(item, wanted));
  const shown = [...first, ...rest].map((item) => ({ ...item, selected: isPicked(item.id) }));
  const isNew =
    create &&
    wanted &&
    !list.loading &&
    !shown.some((item) => item.label.toLowerCase() === wanted.toLowerCase());
  const offered: readonly FilterItem[] = isNew
    ? [...shown, { id: createId, label: create(wanted), icon: Plus }]
    : shown;
  const toggle = (item: FilterItem) => {
    const { selected: _, ...made } = item.id === createId ? { id: wanted, label: wanted } : item;
    setPicked(isPicked(made.id) ? picked.filter(({ id }) => id !== made.id) : [...picked, made]);
    if (wanted) search("");
  };
  return (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={change} align="end" flush>
      <div className={styles.panel}>
        <FilterList
          label={label}
          placeholder={placeholder}
          query={query}
          onQuery={search}
          items={offered}
          onChoose={toggle}
          loading={list.loading ?? false}
          empty={list.empty}
          problem={list.problem}
        />
      </div>
    </Popover>
  );
}

const idsOf = (items: readonly FilterItem[]): string => JSON.stringify(items.map(({ id }) => id).toSorted());
