import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { useSubmit } from "../../api/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Destination } from "../../ui/destination.tsx";
import { DiscardButton } from "../../ui/discard-button.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import { Form } from "../../ui/form.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import type { CompletionSource } from "../../ui/text-completion/completion-source.ts";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { formatOfKey } from "../../ui/text-format/format-keys.ts";
import { formatText, type TextFormat } from "../../ui/text-format/format-text.ts";
import { FormatToolbar } from "../../ui/text-format/format-toolbar.tsx";
import { replaceText } from "../../ui/text-format/replace-text.ts";
import { toast } from "../../ui/toast.tsx";
import styles from "./comment.module.css";
import { CommentText } from "./comment-text.tsx";
import { type WriteMode, writeModes } from "./markdown-field.tsx";

export interface CommentFormProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Sends the text. A failure is shown below the text, which stays. */
  readonly onSend: () => Promise<void>;
  /** Absent where there is nothing to discard: a form that stays, while it is empty. */
  readonly onDiscard?: (() => void) | undefined;
  /** Restores the discarded text, together with the text that was typed since. */
  readonly onRestore: (text: string) => void;
  /** Whether there is something to restore; by default any text. */
  readonly isChanged?: boolean;
  /** Names the text in messages; "comment" by default. */
  readonly noun?: string;
  /** Label of the button that sends. */
  readonly sendLabel?: string;
  /** A second way to send. */
  readonly alternative?: { readonly label: string; readonly onSend: () => Promise<void> };
  /** Suggestions while typing, in addition to emoji. */
  readonly sources?: readonly CompletionSource[] | undefined;
  /** Tools above the text, such as a suggestion. */
  readonly tools?: ReactNode;
  readonly rows?: number;
  /** Whether an empty text may be sent, to remove a description. */
  readonly mayBeEmpty?: boolean;
  readonly autoFocus?: boolean;
  /** Whether the text is code, such as a suggestion. */
  readonly mono?: boolean;
  /** The drawn text; by default its Markdown. */
  readonly preview?: ReactNode;
  /** The box of the text; null while it is previewed. */
  readonly textRef?: RefObject<HTMLTextAreaElement | null>;
  /** Further fields of the form, above the text. */
  readonly children?: ReactNode;
}

const none: readonly CompletionSource[] = [];

/** A form for Markdown with a preview. Ctrl or Cmd with Enter sends. */
export function CommentForm(props: CommentFormProps) {
  const { label, text, onText, onSend, sendLabel = "Comment", alternative, rows = 4, sources = none } = props;
  const [mode, setMode] = useState<WriteMode>("write");
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = props.textRef ?? ownArea;
  const completions = useMemo(() => [...sources, emojiSource], [sources]);
  const empty = text.trim() === "";
  const unsendable = empty && !props.mayBeEmpty;
  const { submit, isPending, failure, reset } = useSubmit((send: () => Promise<void>) => send());
  const discard = () => {
    props.onDiscard?.();
    reset();
    if (props.isChanged ?? !empty) toast.discarded(props.noun ?? "comment", () => props.onRestore(text));
  };
  const apply = (format: TextFormat) => {
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
    <Form
      className={styles.form}
      submission={{ submit: () => submit(onSend), isPending, failure }}
      isReady={!unsendable}
    >
      {props.children}
      <div className={styles.paper} data-mode={mode}>
        <div className={styles.tools}>
          <SegmentedControl label={`${label}: view`} value={mode} onChange={setMode} options={writeModes} />
          {props.tools}
          {mode === "write" ? (
            <div className={flow.end}>
              <FormatToolbar label={`${label}: format`} onFormat={apply} />
            </div>
          ) : null}
        </div>
        {mode === "write" ? (
          <TextArea
            ref={area}
            bare
            mono={props.mono ?? false}
            label={label}
            hideLabel
            rows={rows}
            value={text}
            onChange={onText}
            onKeyDown={onTextKey}
            completions={completions}
            placeholder="Markdown supported"
            className={styles.write}
            // A form opened by a click or key receives what is typed next.
            autoFocus={props.autoFocus}
          />
        ) : (
          <div className={styles.preview}>
            {empty ? <p>Nothing to preview.</p> : (props.preview ?? <CommentText text={text} />)}
          </div>
        )}
      </div>
      {failure ? <ErrorState inline {...failure} /> : null}
      <div className={flow.wrap}>
        <Button type="submit" variant="primary" loading={isPending} disabled={unsendable}>
          {sendLabel}
        </Button>
        {alternative ? (
          <Button disabled={unsendable || isPending} onClick={() => submit(alternative.onSend)}>
            {alternative.label}
          </Button>
        ) : null}
        <Destination />
        {props.onDiscard ? <DiscardButton onClick={discard} /> : null}
      </div>
    </Form>
  );
}
