import { useState } from "react";
import layout from "../../ui/layout.module.css";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import styles from "./comment.module.css";
import { CommentText } from "./comment-text.tsx";

interface MarkdownFieldProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mono?: boolean;
  readonly autoFocus?: boolean;
}

/** A field of a form for text in Markdown, with its preview. */
export function MarkdownField({ label, value, ...field }: MarkdownFieldProps) {
  const [mode, setMode] = useState<WriteMode>("write");
  return (
    <div className={styles.field}>
      <div className={styles.fieldHead}>
        <span className={layout.strong} aria-hidden="true">
          {label}
        </span>
        <SegmentedControl label={`${label}: view`} value={mode} onChange={setMode} options={writeModes} />
      </div>
      {mode === "write" ? (
        <TextArea label={label} hideLabel value={value} {...field} />
      ) : value.trim() === "" ? (
        <p className={layout.small}>Nothing to preview</p>
      ) : (
        <CommentText text={value} />
      )}
    </div>
  );
}

/** Mode of a text field: writing or preview. */
export type WriteMode = "write" | "preview";

export const writeModes = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;
