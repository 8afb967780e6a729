import { type ComponentProps, type Ref, useImperativeHandle, useRef } from "react";
import { cx } from "../class-names.ts";
import styles from "../field.module.css";
import { Field, type FieldText } from "../field.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { CompletionList } from "./completion-list.tsx";
import type { CompletionSource } from "./completion-source.ts";
import { useCompletion } from "./use-completion.ts";

export interface TextAreaProps
  extends FieldText,
    Omit<ComponentProps<"textarea">, "id" | "onChange" | "value" | "ref"> {
  readonly value: string;
  /** Called at every change; `caret` is the index behind what was written. */
  readonly onChange: (value: string, caret: number) => void;
  readonly mono?: boolean;
  /** Sources of suggestions while somebody types. */
  readonly completions?: readonly CompletionSource[] | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
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
