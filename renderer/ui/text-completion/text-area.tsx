import {
  type ComponentProps,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import type { Optional } from "../../../shared/optional.ts";
import styles from "../forms/field.module.css";
import { Field, type FieldText } from "../forms/field.tsx";
import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
import completionListStyles from "./completion-list.module.css";
import {
  type CompletionItem,
  type CompletionSource,
  type OpenCompletion,
  useCompletion,
} from "./use-completion.ts";

interface TextAreaProps
  extends FieldText,
    Omit<ComponentProps<"textarea">, "id" | "onChange" | "value" | "ref">,
    Optional<{
      /** Sources of suggestions while somebody types. */
      completions: readonly CompletionSource[];
    }> {
  readonly value: string;
  /** Called at every change; `caret` is the index behind what was written. */
  readonly onChange: (value: string, caret: number) => void;
  readonly mono?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
  /** The text alone, without a box: what is around it draws one. */
  readonly bare?: boolean;
}

const none: readonly CompletionSource[] = [];

/** Several lines of text; grows with what is typed up to half of the window. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  value,
  onChange,
  mono = false,
  rows = 3,
  className,
  completions = none,
  ref,
  bare = false,
  onKeyDown,
  onBlur,
  ...rest
}: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current, []);
  const completion = useCompletion(area, value, completions);
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <span className={cx(styles.area, bare ? styles.bare : styles.box)}>
          <textarea
            rows={rows}
            {...control}
            {...rest}
            {...completion.aria}
            ref={area}
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value, event.currentTarget.selectionEnd);
              completion.onInput();
            }}
            onSelect={completion.onSelect}
            onBlur={(event) => {
              completion.onBlur();
              onBlur?.(event);
            }}
            onKeyDown={(event) => {
              completion.onKeyDown(event);
              if (!event.defaultPrevented) onKeyDown?.(event);
            }}
            className={cx(styles.input, mono && styles.mono)}
            style={{ minHeight: rows * 20 }}
          />
          {completion.list ? <CompletionList area={area} list={completion.list} /> : null}
          {completions.length > 0 ? (
            <VisuallyHidden>
              <span role="status">
                {completion.list
                  ? `${completion.list.items.length} ${completion.list.label}, arrows choose`
                  : ""}
              </span>
            </VisuallyHidden>
          ) : null}
        </span>
      )}
    </Field>
  );
}

interface CompletionListProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly list: OpenCompletion;
}

const marginPx = 8;

/**
 * The suggestions, below the character that triggered them. It is in the page beside its text area, so that it belongs
 * to the dialog that the text is in, and is drawn above everything, so that nothing cuts it off.
 */
function CompletionList({ area, list }: CompletionListProps) {
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
    <div ref={panel} popover="manual" className={completionListStyles.panel}>
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
      className={completionListStyles.option}
      onPointerMove={active ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChoose();
      }}
    >
      {item.mark}
      {item.sign === undefined ? null : (
        <span className={completionListStyles.sign} aria-hidden="true">
          {item.sign}
        </span>
      )}
      <span className={layout.ellipsis}>{item.label}</span>
      {item.hint === undefined ? null : <span className={completionListStyles.hint}>{item.hint}</span>}
    </div>
  );
}

/** Styles that decide where a line breaks. */
const copied = [
  "box-sizing",
  "width",
  "padding",
  "border-width",
  "border-style",
  "font",
  "letter-spacing",
  "word-spacing",
  "line-height",
  "text-indent",
  "text-transform",
  "tab-size",
  "direction",
  "text-align",
] as const;

interface CaretPosition {
  readonly left: number;
  readonly top: number;
  /** Lower edge of the line. */
  readonly bottom: number;
}

/** Returns the screen position of a character of a text area, measured in a laid out copy of the text. */
function caretPosition(area: HTMLTextAreaElement, index: number): CaretPosition {
  const copy = document.createElement("div");
  const look = getComputedStyle(area);
  for (const name of copied) copy.style.setProperty(name, look.getPropertyValue(name));
  Object.assign(copy.style, {
    position: "fixed",
    top: "0",
    left: "0",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  copy.textContent = area.value.slice(0, index);
  const mark = document.createElement("span");
  // The rest of the word is included, since the character wraps with it.
  mark.textContent = area.value.slice(index) || ".";
  copy.append(mark);
  document.body.append(copy);
  const box = area.getBoundingClientRect();
  const line = Number.parseFloat(look.lineHeight) || 20;
  const left = box.left + mark.offsetLeft - area.scrollLeft;
  const top = box.top + mark.offsetTop - area.scrollTop;
  copy.remove();
  return { left, top, bottom: top + line };
}
