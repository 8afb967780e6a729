import { ServiceMarkdown } from "../markdown/service-markdown.tsx";
import styles from "./comment.module.css";

interface CommentTextProps {
  readonly text: string;
  /** Changes a task by its line; without it tasks cannot be changed. */
  readonly onTask?: ((line: number, isDone: boolean) => void) | undefined;
}

/** Markdown of a comment or description. Its relative addresses are of the project that the address names. */
export function CommentText({ text, onTask }: CommentTextProps) {
  return (
    <div className={styles.text}>
      <ServiceMarkdown text={text} onTask={onTask} />
    </div>
  );
}
