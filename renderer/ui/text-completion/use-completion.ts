import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { replaceText } from "../text-format/replace-text.ts";

type Found = FoundTrigger<CompletionSource>;

/** State of the open list of suggestions. */
export interface OpenCompletion {
  readonly id: string;
  readonly label: string;
  /** Index of the sign in the text. */
  readonly start: number;
  readonly items: readonly CompletionItem[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (item: CompletionItem) => void;
}

/**
 * Suggestions for the word at the caret. They open by typing alone, and only while they are open do they take the
 * arrows, Enter, Tab and Escape.
 */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  sources: readonly CompletionSource[],
) {
  const id = useId();
  const [last, setFound] = useState<Found | null>(null);
  // A text that was sent or replaced has no such word any more.
  const found = last && value.startsWith(last.source.trigger + last.query, last.start) ? last : null;
  const [left, setLeft] = useState<number | null>(null);
  const [moved, setMoved] = useState({ query: "", index: 0 });
  const items = useSuggestions(found);
  const open = found !== null && items.length > 0;
  const query = found ? `${found.start} ${found.query}` : "";
  const active = moved.query === query ? Math.min(moved.index, items.length - 1) : 0;

  const look = (typed: boolean) => {
    const box = area.current;
    if (!box || sources.length === 0 || (!typed && !found)) return;
    const next =
      box.selectionStart === box.selectionEnd ? findTrigger(box.value, box.selectionEnd, sources) : null;
    if (typed && next?.start !== left) setLeft(null);
    // What was closed with Escape stays closed until another word is begun.
    const wanted = next && next.start !== left ? next : null;
    if (wanted?.start !== found?.start || wanted?.query !== found?.query) setFound(wanted);
  };
  const choose = (item: CompletionItem) => {
    const box = area.current;
    if (!box || !found) return;
    const to = found.start + found.source.trigger.length + found.query.length;
    setFound(null);
    replaceText(box, { from: found.start, to, text: completedText(item.insert, box.value[to]) });
  };
  const start = found?.start ?? null;
  useEffect(() => {
    if (!open) return;
    // In the capture phase, before a surrounding dialog: Escape closes the list alone.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || event.target !== area.current) return;
      event.preventDefault();
      event.stopPropagation();
      setLeft(start);
      setFound(null);
    };
    window.addEventListener("keydown", onEscape, { capture: true });
    return () => window.removeEventListener("keydown", onEscape, { capture: true });
  }, [open, start, area]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const current = items[active];
    if ((event.key === "Enter" || event.key === "Tab") && current) {
      event.preventDefault();
      return choose(current);
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setMoved({ query, index: (active + step + items.length) % items.length });
  };
  const list: OpenCompletion | null = open
    ? {
        id,
        label: found.source.label,
        start: found.start,
        items,
        active,
        onActive: (index) => setMoved({ query, index }),
        onChoose: choose,
      }
    : null;
  return {
    list,
    onKeyDown,
    onInput: () => look(true),
    onSelect: () => look(false),
    onBlur: () => setFound(null),
    aria: {
      "aria-autocomplete": sources.length > 0 ? ("list" as const) : undefined,
      "aria-haspopup": sources.length > 0 ? ("listbox" as const) : undefined,
      "aria-controls": open ? id : undefined,
      "aria-activedescendant": open ? `${id}-${active}` : undefined,
    },
  };
}

/** More would need scrolling, and another letter is quicker than reading on. */
const maxItems = 8;
const none: readonly CompletionItem[] = [];

interface Result {
  readonly trigger: string;
  readonly query: string;
  readonly items: readonly CompletionItem[];
}

/** Returns a source's suggestions; while it searches, the previous ones that still match. */
function useSuggestions(found: FoundTrigger<CompletionSource> | null): readonly CompletionItem[] {
  const [result, setResult] = useState<Result | null>(null);
  const source = found?.source;
  const query = found?.query ?? "";
  useEffect(() => {
    if (!source) return setResult(null);
    const asking = new AbortController();
    const search = () =>
      source.search(query, asking.signal).then(
        (items) => {
          if (!asking.signal.aborted) setResult({ trigger: source.trigger, query, items });
        },
        // Offline, or the service lacks the list: nothing is suggested.
        () => setResult(null),
      );
    const timer = setTimeout(() => void search(), source.wait ?? 0);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [source, query]);
  if (!source || result?.trigger !== source.trigger) return none;
  if (result.query === query) return result.items.slice(0, maxItems);
  const wanted = query.toLowerCase();
  return result.items
    .filter(({ label, hint = "" }) => `${label} ${hint}`.toLowerCase().includes(wanted))
    .slice(0, maxItems);
}

/** A suggestion that may replace the typed text. */
export interface CompletionItem {
  readonly id: string;
  /** Shown, and read by screen readers. */
  readonly label: string;
  readonly hint?: string;
  /** Text to write; a space follows. */
  readonly insert: string;
  /** Shown before the label. */
  readonly mark?: ReactNode;
  /** A sign before the label. */
  readonly sign?: string;
}

/** A source of suggestions for a trigger character. */
export interface CompletionSource {
  /** The sign that begins a word, such as `@`. */
  readonly trigger: string;
  /** Name of the suggestions, in the plural. */
  readonly label: string;
  /** Text that may follow the character; anything without a space where left out. */
  readonly pattern?: RegExp;
  /** Milliseconds to wait for the next key before it is searched. */
  readonly wait?: number;
  /** Returns the matches, best first. */
  readonly search: (query: string, signal: AbortSignal) => Promise<readonly CompletionItem[]>;
}

/** Fields of a source that {@link findTrigger} uses. */
interface Trigger {
  readonly trigger: string;
  readonly pattern?: RegExp;
}

interface FoundTrigger<T extends Trigger> {
  readonly source: T;
  /** Index of the trigger. */
  readonly start: number;
  /** Text typed behind it, up to the caret. */
  readonly query: string;
}

/** Maximum length of a query; with more behind it, a trigger is plain text. */
const maxQueryLength = 60;
const nonSpace = /^\S*$/;
/** Characters that may precede a trigger; one within a word, an address or a path completes nothing. */
const boundary = /[\s([{<"'*_~>|,;]/;

/** Returns the trigger before the caret with the query behind it; null within code and within words. */
export function findTrigger<T extends Trigger>(
  text: string,
  caret: number,
  sources: readonly T[],
): FoundTrigger<T> | null {
  const begin = text.lastIndexOf("\n", caret - 1) + 1;
  const line = text.slice(begin, caret);
  const found = sources
    .flatMap((source) => {
      const at = line.lastIndexOf(source.trigger);
      if (at < 0) return [];
      const before = line[at - 1];
      if (before !== undefined && !boundary.test(before)) return [];
      const query = line.slice(at + source.trigger.length);
      if (query.length > maxQueryLength || !(source.pattern ?? nonSpace).test(query)) return [];
      return [{ source, start: begin + at, query }];
    })
    .toSorted((a, b) => b.start - a.start)[0];
  return found && !isCode(text, found.start) ? found : null;
}

/** Returns whether a position is between backticks or in a fenced block. */
function isCode(text: string, at: number): boolean {
  const lines = text.slice(0, at).split("\n");
  const line = lines.pop() ?? "";
  const fences = lines.filter((each) => /^ {0,3}(```|~~~)/.test(each)).length;
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}

/** Returns the text that replaces trigger and query: the words, and a space unless one follows. */
export const completedText = (insert: string, next: string | undefined): string =>
  next !== undefined && /[\s.,;:!?)\]}]/.test(next) ? insert : `${insert} `;
