import { type ReactNode, useRef, useState } from "react";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import type { CompletionSource } from "../../ui/text-completion/use-completion.ts";
import { FormatToolbar } from "../../ui/text-format/format-text.tsx";
import { useTextFormat } from "../../ui/text-format/use-text-format.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { useAttachments } from "../uploads/use-attachments.tsx";
import styles from "./comment.module.css";
import { CommentText, type WriteMode, writeModes } from "./comment-text.tsx";

interface MarkdownFieldProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mono?: boolean;
  readonly autoFocus?: boolean;
  /** Suggestions while typing. */
  readonly completions?: readonly CompletionSource[];
  /** Tools beside the format, such as templates. */
  readonly tools?: ReactNode;
}

/** A field of a form for text in Markdown, with its format and preview. */
export function MarkdownField({ label, value, tools, ...field }: MarkdownFieldProps) {
  const [mode, setMode] = useState<WriteMode>("write");
  const area = useRef<HTMLTextAreaElement>(null);
  const { apply, onKeyDown } = useTextFormat(area);
  const attachments = useAttachments(area, value, field.onChange);
  return (
    <div className={styles.field}>
      <div className={styles.fieldHead}>
        <span className={layout.strong} aria-hidden="true">
          {label}
        </span>
        <div className={flow.cluster}>
          {tools}
          {mode === "write" ? (
            <>
              <FormatToolbar label={`${label}: format`} onFormat={apply} />
              {attachments?.button}
            </>
          ) : null}
          <SegmentedControl label={`${label}: view`} value={mode} onChange={setMode} options={writeModes} />
        </div>
      </div>
      {mode === "write" ? (
        <TextArea
          ref={area}
          label={label}
          hideLabel
          value={value}
          onKeyDown={onKeyDown}
          {...field}
          {...attachments?.handlers}
        />
      ) : value.trim() === "" ? (
        <p className={layout.small}>Nothing to preview</p>
      ) : (
        <CommentText text={value} />
      )}
      {attachments?.rows}
    </div>
  );
}
