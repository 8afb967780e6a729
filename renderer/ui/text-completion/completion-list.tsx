import { type RefObject, useLayoutEffect, useRef } from "react";
import { Avatar } from "../avatar.tsx";
import layout from "../layout.module.css";
import { caretPosition } from "./caret-position.ts";
import styles from "./completion-list.module.css";
import type { CompletionItem } from "./completion-source.ts";
import type { OpenCompletion } from "./use-completion.ts";

interface CompletionListProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly list: OpenCompletion;
}

const marginPx = 8;

/**
 * The suggestions, below the character that triggered them. It is in the page beside its text area, so that it belongs
 * to the dialog that the text is in, and is drawn above everything, so that nothing cuts it off.
 */
export function CompletionList({ area, list }: CompletionListProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { start, items, id } = list;
  useLayoutEffect(() => {
    const box = panel.current;
    if (!box || items.length === 0) return;
    if (!box.matches(":popover-open")) box.showPopover();
    const updatePosition = () => {
      const text = area.current;
      if (!text) return;
      const caret = caretPosition(text, start);
      const { width, height } = box.getBoundingClientRect();
      const below = caret.bottom + 4;
      const fits = below + height + marginPx <= innerHeight || caret.top - height - 4 < marginPx;
      box.style.left = `${Math.max(marginPx, Math.min(caret.left, innerWidth - width - marginPx))}px`;
      box.style.top = `${fits ? below : caret.top - height - 4}px`;
    };
    updatePosition();
    window.addEventListener("scroll", updatePosition, { capture: true, passive: true });
    window.addEventListener("resize", updatePosition);
    return () => {
      window.removeEventListener("scroll", updatePosition, { capture: true });
      window.removeEventListener("resize", updatePosition);
    };
  }, [area, start, items]);
  return (
    <div ref={panel} popover="manual" className={styles.panel}>
      <div id={id} role="listbox" aria-label={list.label}>
        {items.map((item, index) => (
          <Suggestion
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            active={index === list.active}
            onHover={() => list.onActive(index)}
            onChoose={() => list.onChoose(item)}
          />
        ))}
      </div>
    </div>
  );
}

interface SuggestionProps {
  readonly id: string;
  readonly item: CompletionItem;
  readonly active: boolean;
  readonly onHover: () => void;
  readonly onChoose: () => void;
}

function Suggestion({ id, item, active, onHover, onChoose }: SuggestionProps) {
  return (
    // Focus stays in the text area, which handles the keys for every suggestion.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      onPointerMove={active ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChoose();
      }}
    >
      {item.person === undefined ? null : <Avatar name={item.person} size={18} />}
      {item.sign === undefined ? null : (
        <span className={styles.sign} aria-hidden="true">
          {item.sign}
        </span>
      )}
      <span className={layout.ellipsis}>{item.label}</span>
      {item.hint === undefined ? null : <span className={styles.hint}>{item.hint}</span>}
    </div>
  );
}
