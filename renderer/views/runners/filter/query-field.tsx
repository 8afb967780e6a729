import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { formatTerm } from "../../../features/query-text/query-text.ts";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { usePlaceholder } from "../../../ui/forms/use-placeholder.ts";
import layout from "../../../ui/theme/layout.module.css";
import { connectionLabels, connections, kindLabels, runnerKinds } from "../fleet/fleet-row.ts";
import styles from "./filter.module.css";
import { type RunnerKey, runnerKeys } from "./runner-query.ts";

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
  const sendTyped = useEffectEvent(send);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => sendTyped(typed), pauseMs);
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

/** One entry of the list under the query. */
interface Completion {
  readonly label: string;
  readonly hint: string;
  /** The replacement of the word at the caret; a blank follows unless a value is expected. */
  readonly insert: string;
}

/** Values that loaded runners have, for filters without a fixed list of values. */
export type SeenValues = Readonly<Partial<Record<RunnerKey, readonly string[]>>>;

const hints: Readonly<Record<RunnerKey, string>> = {
  status: "State of the connection",
  type: "Instance, group or project",
  tag: "Has the tag",
  paused: "Takes no new jobs",
  version: "Version of the runner, such as 16.11",
  platform: "Operating system",
  arch: "Architecture",
  ip: "IP address starts with",
  access: "Protected branches only, or all",
  locked: "Locked to its projects",
  untagged: "Runs jobs without tags",
  busy: "Runs a job now",
  project: "Enabled for a project",
  scope: "All runners, or only your own",
};

const yesNo = { yes: "Yes", no: "No" };
const fixed: Readonly<Partial<Record<RunnerKey, Readonly<Record<string, string>>>>> = {
  status: {
    ...Object.fromEntries(connections.map((name) => [name, connectionLabels[name]])),
    paused: "Paused",
  },
  type: Object.fromEntries(runnerKinds.map((name) => [name, kindLabels[name]])),
  paused: yesNo,
  locked: yesNo,
  untagged: yesNo,
  busy: yesNo,
  access: { protected: "Protected branches only", all: "All branches" },
  scope: { all: "Every runner (administrators)", owned: "Runners that you own" },
};
const maxCompletions = 12;

/** The word at the caret, as indices into the text. */
export function wordAt(text: string, caret: number): { readonly from: number; readonly to: number } {
  const from = caret - (/(?:[a-z-]+:"[^"]*|\S*)$/.exec(text.slice(0, caret))?.[0].length ?? 0);
  return { from, to: caret + (/^[^\s"]*"?/.exec(text.slice(caret))?.[0].length ?? 0) };
}

/** Returns what may complete the word at the caret: names, or values of the name before the colon. */
export function completionsAt(text: string, caret: number, seen: SeenValues): readonly Completion[] {
  const { from } = wordAt(text, caret);
  const word = text.slice(from, caret);
  const [, name, typed = ""] = /^([a-z-]+):"?(.*)$/.exec(word) ?? [];
  const key = runnerKeys.find((known) => known === name);
  if (!key) {
    return runnerKeys
      .filter((known) => known.startsWith(word.toLowerCase()))
      .map((known) => ({ label: `${known}:`, hint: hints[known], insert: `${known}:` }));
  }
  // Alternatives before the last comma stay.
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const start = typed.slice(before.length).toLowerCase();
  const words = fixed[key];
  const values = words ? Object.keys(words) : (seen[key] ?? []);
  return values
    .filter((value) => (words ? value.startsWith(start) : value.toLowerCase().includes(start)))
    .toSorted((a, b) => Number(b.toLowerCase().startsWith(start)) - Number(a.toLowerCase().startsWith(start)))
    .slice(0, maxCompletions)
    .map((value) => ({
      label: value,
      hint: words?.[value] ?? "",
      insert: formatTerm({ key, value: before + value }),
    }));
}

/** Returns the text with the word at the caret replaced, and the new position of the caret. */
export function applyCompletion(text: string, caret: number, { insert }: Completion) {
  const { from, to } = wordAt(text, caret);
  const isName = insert.endsWith(":");
  const space = isName || text[to] === " " ? "" : " ";
  return {
    text: text.slice(0, from) + insert + space + text.slice(to),
    caret: from + insert.length + (isName ? 0 : 1),
  };
}
