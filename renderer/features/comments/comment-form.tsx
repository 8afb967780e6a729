import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Destination } from "../../ui/destination.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { ErrorState, type ErrorStateProps } from "../../ui/error-state.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import type { CompletionSource } from "../../ui/text-completion/completion-source.ts";
import { formatOfKey } from "../../ui/text-format/format-keys.ts";
import { type Format, formatText } from "../../ui/text-format/format-text.ts";
import { FormatToolbar } from "../../ui/text-format/format-toolbar.tsx";
import { replaceText } from "../../ui/text-format/replace-text.ts";
import { toast } from "../../ui/toast.tsx";
import styles from "./comment.module.css";

export interface CommentFormProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  /** Absent where there is nothing to discard: a form that stays, while it is empty. */
  readonly onDiscard?: (() => void) | undefined;
  /** Puts back what was discarded; by default through `onText`. */
  readonly onRestore?: ((text: string) => void) | undefined;
  /** Word on the button that sends. */
  readonly send?: string;
  readonly busy?: boolean;
  /** Why it was not sent. */
  readonly failure?: Omit<ErrorStateProps, "compact"> | null;
  /** Draws what was written. */
  readonly preview: (text: string) => ReactNode;
  /** What is suggested while somebody types, beside emoji. */
  readonly completions?: readonly CompletionSource[] | undefined;
  /** Further buttons, between sending and discarding. */
  readonly actions?: ReactNode;
  /** Tools above the text, such as a suggestion. */
  readonly tools?: ReactNode;
  readonly rows?: number;
  /** Nothing may be sent too: a description that is taken away. */
  readonly mayBeEmpty?: boolean;
  readonly autoFocus?: boolean;
}

const none: readonly CompletionSource[] = [];

/** A place to write Markdown, with a preview. Ctrl or Cmd with Enter sends. */
export function CommentForm(props: CommentFormProps) {
  const { label, text, onText, onSend, busy = false, failure, preview, rows = 4, completions = none } = props;
  const [mode, setMode] = useState<"write" | "preview">("write");
  const area = useRef<HTMLTextAreaElement>(null);
  const sources = useMemo(() => [...completions, emojiSource], [completions]);
  const empty = text.trim() === "";
  const unsendable = empty && !props.mayBeEmpty;
  const discard = () => {
    props.onDiscard?.();
    const restore = props.onRestore ?? onText;
    if (!empty)
      toast.info("Discarded what you wrote", { action: { label: "Undo", onSelect: () => restore(text) } });
  };
  const apply = (format: Format) => {
    const box = area.current;
    if (box) replaceText(box, formatText(format, box.value, box.selectionStart, box.selectionEnd));
  };
  const onTextKey = (event: KeyboardEvent) => {
    const format = formatOfKey(event);
    if (!format) return;
    // The same keys mean other things elsewhere, the palette among them.
    event.preventDefault();
    apply(format);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!unsendable && !busy) onSend();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
    >
      <div className={styles.paper} data-mode={mode}>
        <div className={styles.tools}>
          <SegmentedControl label={`${label}: view`} value={mode} onChange={setMode} options={modes} />
          {props.tools}
          {mode === "write" ? (
            <div className={styles.formats}>
              <FormatToolbar label={`${label}: format`} onFormat={apply} />
            </div>
          ) : null}
        </div>
        {mode === "write" ? (
          <TextArea
            ref={area}
            bare
            label={label}
            hideLabel
            rows={rows}
            value={text}
            onChange={onText}
            onKeyDown={onTextKey}
            completions={sources}
            placeholder="Markdown"
            className={styles.write}
            // What opens on the reader's own click or key takes what they type next.
            autoFocus={props.autoFocus}
          />
        ) : (
          <div className={styles.preview}>{empty ? <p>Nothing to show yet.</p> : preview(text)}</div>
        )}
      </div>
      {failure ? <ErrorState compact {...failure} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={busy} disabled={unsendable}>
          {props.send ?? "Send"}
        </Button>
        {props.actions}
        <Destination />
        {props.onDiscard ? (
          <Button variant="ghost" className={styles.discard} onClick={discard}>
            Discard
          </Button>
        ) : null}
      </div>
    </form>
  );
}

const modes = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;
