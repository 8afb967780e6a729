import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import layout from "../../../ui/layout.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import { usePlaceholder } from "../../../ui/use-placeholder.ts";
import { applyCompletion, type Completion, completionsAt, type SeenValues } from "./completions.ts";
import styles from "./filter.module.css";

interface QueryFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly seen: SeenValues;
  readonly ref?: Ref<{ focus(): void }>;
}

/** Milliseconds after the last key until a query takes effect by itself. */
const pauseMs = 350;

/** The query as text, with names and values to complete. It takes effect with Enter, or after a short pause. */
export function QueryField({ query, onQuery, seen, ref }: QueryFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(query);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const sent = useRef(query);
  const [fieldRef, placeholder] = usePlaceholder(
    "Filter: status:online tag:docker version:16 or any text",
    "Filter: status:online tag:docker",
  );
  const input = () => box.current?.querySelector("input") ?? null;
  useImperativeHandle(ref, () => ({ focus: () => input()?.focus() }));
  useEffect(() => {
    // The new value is this field's own text, or from elsewhere: a link, a chip, the Back button.
    if (query !== sent.current) setTyped(query);
    sent.current = query;
  }, [query]);
  const send = (text: string) => {
    sent.current = text.trim();
    if (sent.current !== query) onQuery(sent.current);
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const items = caret === null ? [] : completionsAt(typed, caret, seen);
  const open = items.length > 0;
  const close = () => {
    setCaret(null);
    setActive(-1);
  };
  const choose = (item: Completion) => {
    const next = applyCompletion(typed, caret ?? typed.length, item);
    // At once, so that the next key is typed behind the completion.
    flushSync(() => {
      setTyped(next.text);
      setActive(-1);
      setCaret(next.caret);
    });
    input()?.setSelectionRange(next.caret, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = items[active];
    if (step !== 0 && open) {
      event.preventDefault();
      setActive((active + step + items.length) % items.length);
    } else if (step === 1) setCaret(event.currentTarget.selectionStart);
    else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Tab" && open && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (open && chosen) return choose(chosen);
      close();
      send(typed);
    }
  };
  return (
    <div ref={box} className={styles.field}>
      <SearchField
        label="Filter runners"
        ref={fieldRef}
        placeholder={placeholder}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setActive(-1);
          setCaret(input()?.selectionStart ?? text.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Completions"
        className={styles.completions}
        hidden={!open}
      >
        {items.map((item, index) => (
          // The field retains focus and handles the keys.
          <div
            key={item.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.completion}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(item);
            }}
          >
            <span className={styles.completionLabel}>{item.label}</span>
            <span className={layout.meta}>{item.hint}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
