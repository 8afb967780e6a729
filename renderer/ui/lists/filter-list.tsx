import { Check } from "lucide-react";
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Kbd } from "../buttons/kbd.tsx";
import { SearchBox } from "../forms/search-box.tsx";
import { Icon, type IconType } from "../marks/icon.tsx";
import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
import styles from "./filter-list.module.css";
import { movedIndex } from "./list-keys.ts";

export interface FilterItem
  extends Optional<{
    /** The label with its matches marked. */
    marked: ReactNode;
    hint: ReactNode;
    icon: IconType;
    /** Instead of `icon`: any mark. */
    mark: ReactNode;
    shortcut: string;
    selected: boolean;
    /** Items of one section are grouped under its heading. */
    section: string;
  }> {
  readonly id: string;
  /** Shown, and read by screen readers. */
  readonly label: string;
}

interface FilterListProps<I extends FilterItem>
  extends Optional<{
    /** Reason why the list could not be read, so that not everything that matches is in it. */
    problem: string;
  }> {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Items that match, in order. The caller filters. */
  readonly items: readonly I[];
  readonly onChoose: (item: I, options: { readonly newTab: boolean }) => void;
  /** Another entry is the one that Enter would choose. */
  readonly onActive?: (item: I) => void;
  readonly loading?: boolean;
  /** The query at which Enter was pressed before the list was mounted. */
  readonly awaited?: string | null;
  /** Shown when nothing matches. */
  readonly empty?: ReactNode;
  readonly footer?: ReactNode;
  readonly size?: "m" | "l";
}

/** Returns whether an item's label, or a hint of plain text, contains the query. */
export const containsText = ({ label, hint }: FilterItem, query: string): boolean =>
  `${label}\n${typeof hint === "string" ? hint : ""}`.toLowerCase().includes(query.trim().toLowerCase());

/**
 * A text field over a list: typing filters, arrows move, Enter chooses. The palette and both comboboxes are made of it.
 *
 * It follows the combobox pattern of ARIA 1.2 as Ariakit 0.4.40 and Base UI 1.9 do. A select with a filter was built of
 * each and tried in Chromium: the same roles (`combobox` in a dialog, `listbox`, `option`), the same names of the list and
 * of the active option (`aria-controls`, `aria-activedescendant`), focus back on the button, and no finding of axe in
 * either; axe checks this one in the specs. Differences: after typing, Base UI has no active option unless told to, so that Enter chooses nothing;
 * Ariakit's Home and End move the caret. It stays our own for its size and for two needs: `esbuild --bundle --minify |
 * gzip -9`, with React and Radix external, makes 46.6 KB of Ariakit's, 51.9 KB of Base UI's and 3.3 KB of this one with
 * both comboboxes; items come ranked from workers while somebody types, and Enter before the first result has to choose
 * it. Radix has no combobox.
 */
export function FilterList<I extends FilterItem>(props: FilterListProps<I>) {
  const { items, query } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ query, index: 0 });
  // A new query resets the active entry to the first.
  const index = active.query === query ? Math.min(active.index, Math.max(0, items.length - 1)) : 0;
  const current = items[index];
  // Enter before the first result chooses the first one that arrives.
  const [awaited, setAwaited] = useState(props.awaited ?? null);
  useEffect(() => {
    if (awaited === null || props.loading) return;
    setAwaited(null);
    if (awaited === query && current) props.onChoose(current, { newTab: false });
  });
  useEffect(() => {
    if (current) list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const { onActive } = props;
  const activeId = current?.id;
  const reportActive = useEffectEvent(() => {
    if (current) onActive?.(current);
  });
  useEffect(() => {
    if (activeId !== undefined) reportActive();
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && current) {
      event.preventDefault();
      return props.onChoose(current, { newTab: event.ctrlKey || event.metaKey });
    }
    if (event.key === "Enter" && props.loading) {
      event.preventDefault();
      return setAwaited(query);
    }
    const wrapped =
      event.key === "ArrowDown" && index === items.length - 1
        ? 0
        : event.key === "ArrowUp" && index === 0
          ? items.length - 1
          : event.key === "Home" || event.key === "End"
            ? null
            : movedIndex(event.key, index, items.length, 8, false);
    if (wrapped === null || items.length === 0) return;
    event.preventDefault();
    setActive({ query, index: wrapped });
  };
  return (
    <div className={layout.page}>
      <SearchBox
        label={props.label}
        placeholder={props.placeholder}
        value={query}
        onChange={props.onQuery}
        onKeyDown={onKeyDown}
        list={`${id}-list`}
        active={current ? `${id}-${index}` : undefined}
        loading={props.loading ?? false}
        size={props.size ?? "m"}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={props.label} className={styles.list}>
        {items.map((item, position) => (
          <Fragment key={item.id}>
            {item.section && item.section !== items[position - 1]?.section ? (
              <div className={styles.heading} role="presentation">
                {item.section}
              </div>
            ) : null}
            <Option
              id={`${id}-${position}`}
              item={item}
              active={position === index}
              onHover={() => setActive({ query, index: position })}
              onChoose={(newTab) => props.onChoose(item, { newTab })}
            />
          </Fragment>
        ))}
      </div>
      {(items.length === 0 || props.problem) && !props.loading ? (
        <div className={styles.note} role="status">
          {props.problem ?? props.empty ?? "No matches"}
        </div>
      ) : null}
      {props.footer}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: FilterItem;
  readonly active: boolean;
  readonly onHover: () => void;
  readonly onChoose: (newTab: boolean) => void;
}

function Option({ id, item, active, onHover, onChoose }: OptionProps) {
  return (
    // Focus stays in the text field, which handles the keys for every option.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-active={active}
      className={styles.option}
      onPointerMove={active ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChoose(event.ctrlKey || event.metaKey);
      }}
    >
      <span className={styles.mark}>{item.mark ?? (item.icon ? <Icon of={item.icon} /> : null)}</span>
      <span className={styles.text}>
        <span className={cx(layout.ellipsis, styles.label)}>{item.marked ?? item.label}</span>
        {item.hint ? <span className={styles.hint}>{item.hint}</span> : null}
      </span>
      {item.shortcut ? <Kbd keys={item.shortcut} /> : null}
      {item.selected ? <Icon of={Check} size={14} label="chosen" /> : null}
    </div>
  );
}
