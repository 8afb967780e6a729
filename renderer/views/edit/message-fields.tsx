import { useRef } from "react";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { bodyHint, joinMessage, splitMessage, subjectHint } from "./commit-message.ts";
import styles from "./edit.module.css";

interface MessageFieldsProps {
  readonly message: string;
  readonly onMessage: (message: string) => void;
}

/** Subject and body of a commit message, with hints about their length. Enter moves from the subject to the body. */
export function MessageFields({ message, onMessage }: MessageFieldsProps) {
  const parts = splitMessage(message);
  const body = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextField
        label="Subject"
        value={parts.subject}
        onChange={(subject) => onMessage(joinMessage({ ...parts, subject }))}
        placeholder="What this commit does"
        spellCheck
        autoFocus
        hint={<span className={styles.count}>{subjectHint(parts.subject)}</span>}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          body.current?.focus();
        }}
      />
      <TextArea
        ref={body}
        label="Body"
        rows={4}
        value={parts.body}
        onChange={(text) => onMessage(joinMessage({ ...parts, body: text }))}
        placeholder="Why, and what to know about it"
        hint={bodyHint(parts.body)}
      />
    </>
  );
}
