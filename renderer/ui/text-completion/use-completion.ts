import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { replaceText } from "../text-format/replace-text.ts";
import type { CompletionItem, CompletionSource } from "./completion-source.ts";
import { completedText, type FoundTrigger, findTrigger } from "./find-trigger.ts";
import { useSuggestions } from "./use-suggestions.ts";

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
