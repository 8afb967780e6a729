import { Markdown, type MarkdownProps } from "../../ui/markdown/markdown.tsx";
import styles from "./comment.module.css";

/** The words of a comment, which stands in no folder: its relative links stay as they are. */
export function CommentText({ text, render }: Pick<MarkdownProps, "text" | "render">) {
  return (
    <div className={styles.text}>
      <Markdown text={text} render={render} folder="" linkTo={same} imageUrl={same} onNavigate={ignore} />
    </div>
  );
}

const same = (path: string): string => path;
const ignore = (): void => undefined;
