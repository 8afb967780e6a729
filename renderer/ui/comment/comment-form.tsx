import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { ErrorState, type ErrorStateProps } from "../error-state.tsx";
import { SegmentedControl } from "../segmented-control.tsx";
import { TextArea } from "../text-area.tsx";
import styles from "./comment.module.css";

export interface CommentFormProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onDiscard: () => void;
  /** Word on the button that sends. */
  readonly send?: string;
  readonly busy?: boolean;
  /** Why it was not sent. */
  readonly failure?: Omit<ErrorStateProps, "compact"> | null;
  /** Draws what was written. */
  readonly preview: (text: string) => ReactNode;
  /** Further buttons, between sending and discarding. */
  readonly actions?: ReactNode;
  /** Tools above the text, such as a suggestion. */
  readonly tools?: ReactNode;
  readonly rows?: number;
  readonly autoFocus?: boolean;
}

/** A place to write Markdown, with a preview. Ctrl or Cmd with Enter sends. */
export function CommentForm(props: CommentFormProps) {
  const { label, text, onText, onSend, busy = false, failure, preview, rows = 4 } = props;
  const [mode, setMode] = useState<"write" | "preview">("write");
  const empty = text.trim() === "";
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !busy) onSend();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
    >
      <div className={styles.tools}>
        <SegmentedControl label={`${label}: view`} value={mode} onChange={setMode} options={modes} />
        {props.tools}
      </div>
      {mode === "write" ? (
        <TextArea
          label={label}
          hideLabel
          rows={rows}
          value={text}
          onChange={onText}
          placeholder="Markdown"
          // What opens on the reader's own click or key takes what they type next.
          autoFocus={props.autoFocus}
        />
      ) : (
        <div className={styles.preview}>{empty ? <p>Nothing to show yet.</p> : preview(text)}</div>
      )}
      {failure ? <ErrorState compact {...failure} /> : null}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={busy} disabled={empty}>
          {props.send ?? "Send"}
        </Button>
        {props.actions}
        <Button onClick={props.onDiscard}>Discard</Button>
      </div>
    </form>
  );
}

const modes = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;
