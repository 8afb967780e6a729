import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { addToDraft, useDraft } from "../../state/drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { Destination } from "../../ui/forms/destination.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import type { CompletionSource } from "../../ui/text-completion/use-completion.ts";
import { FormatToolbar } from "../../ui/text-format/format-text.tsx";
import { useTextFormat } from "../../ui/text-format/use-text-format.ts";
import flow from "../../ui/theme/flow.module.css";
import { useAttachments } from "../uploads/use-attachments.tsx";
import styles from "./comment.module.css";
import { CommentText, type WriteMode, writeModes } from "./comment-text.tsx";

interface CommentFormProps
  extends Optional<{
    /** Absent where there is nothing to discard: a form that stays, while it is empty. */
    onDiscard: () => void;
    /** Whether there is something to restore; by default any text. */
    isChanged: boolean;
    /** Names the text in messages; "comment" by default. */
    noun: string;
    /** Label of the button that sends. */
    sendLabel: string;
    /** A second way to send. */
    alternative: { readonly label: string; readonly onSend: () => Promise<void> };
    /** Suggestions while typing, in addition to emoji. */
    sources: readonly CompletionSource[];
    /** Tools above the text, such as a suggestion. */
    tools: ReactNode;
    rows: number;
    /** Whether an empty text may be sent, to remove a description. */
    mayBeEmpty: boolean;
    autoFocus: boolean;
    /** Whether the text is code, such as a suggestion. */
    mono: boolean;
    /** Whether what is sent while the service is away waits for it. */
    isQueued: boolean;
    /** The drawn text; by default its Markdown. */
    preview: ReactNode;
    /** The box of the text; null while it is previewed. */
    textRef: RefObject<HTMLTextAreaElement | null>;
    /** Further fields of the form, above the text. */
    children: ReactNode;
  }> {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Sends the text. A failure is shown below the text, which stays. */
  readonly onSend: () => Promise<void>;
  /** Restores the discarded text, together with the text that was typed since. */
  readonly onRestore: (text: string) => void;
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
  const { apply, onKeyDown } = useTextFormat(area);
  const attachments = useAttachments(area, text, onText);
  const mayAttach = props.mono ? null : attachments;
  return (
    <Form
      className={styles.form}
      submission={{ submit: () => submit(onSend), isPending, failure, isQueued: props.isQueued ?? false }}
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
              {mayAttach?.button}
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
            onKeyDown={onKeyDown}
            {...mayAttach?.handlers}
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
      {mayAttach?.rows}
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
        <Destination isQueued={props.isQueued ?? false} />
        {props.onDiscard ? <DiscardButton onClick={discard} /> : null}
      </div>
    </Form>
  );
}

interface NewCommentProps {
  readonly label?: string;
  /** Key under which the text is stored until it was sent. */
  readonly draftKey: string;
  readonly sources: readonly CompletionSource[];
  readonly onSend: (text: string) => Promise<unknown>;
  /** Called once the text was sent or discarded; absent for a form that stays. */
  readonly onClose?: () => void;
  /** A second way to send the text, such as into a review; the first one where `isMain` is set. */
  readonly alternative?: {
    readonly label: string;
    readonly isMain: boolean;
    readonly onSend: (text: string) => Promise<unknown>;
  };
  readonly rows?: number;
  readonly autoFocus?: boolean;
  /** Whether what is sent while the service is away waits for it. */
  readonly isQueued?: boolean;
  /** Further fields, above the text. */
  readonly children?: ReactNode;
}

/** A form for a new comment, whose text is a draft on disk. */
export function NewComment({
  label = "Comment",
  draftKey,
  sources,
  onSend,
  onClose,
  alternative,
  ...form
}: NewCommentProps) {
  const draft = useDraft(draftKey);
  const discard = () => {
    draft.clear();
    onClose?.();
  };
  const sendBy = (send: (text: string) => Promise<unknown>) => async () => {
    await send(draft.text.trim());
    discard();
  };
  const own = { label, onSend: sendBy(onSend) };
  const other = alternative && { label: alternative.label, onSend: sendBy(alternative.onSend) };
  const [main, second] =
    other && alternative.isMain ? [other, { ...own, label: `${label} now` }] : [own, other];
  return (
    <CommentForm
      label={label}
      sendLabel={main.label}
      alternative={second}
      noun={label.toLowerCase()}
      text={draft.text}
      onText={draft.setText}
      onSend={main.onSend}
      onDiscard={onClose || draft.text !== "" ? discard : undefined}
      onRestore={(text) => addToDraft(draftKey, text)}
      sources={sources}
      {...form}
    />
  );
}
