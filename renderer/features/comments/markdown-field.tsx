import { useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import layout from "../../ui/theme/layout.module.css";
import { ServiceMarkdown } from "../markdown/service-markdown.tsx";
import styles from "./comment.module.css";

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

interface CommentTextProps
  extends Optional<{
    /** Changes a task by its line; without it tasks cannot be changed. */
    onTask: (line: number, isDone: boolean) => void;
  }> {
  readonly text: string;
}

/** Markdown of a comment or description. Its relative addresses are of the project that the address names. */
export function CommentText({ text, onTask }: CommentTextProps) {
  return (
    <div className={styles.text}>
      <ServiceMarkdown text={text} onTask={onTask} />
    </div>
  );
}
