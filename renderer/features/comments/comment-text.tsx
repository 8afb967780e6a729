import type { Optional } from "../../../shared/optional.ts";
import { useSubmitBlock } from "../../ui/forms/destination.tsx";
import { ServiceMarkdown } from "../markdown/service-markdown.tsx";
import styles from "./comment.module.css";

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
  const block = useSubmitBlock({});
  return (
    <div className={styles.text}>
      <ServiceMarkdown text={text} onTask={block === null ? onTask : undefined} />
    </div>
  );
}
