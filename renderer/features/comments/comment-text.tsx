import { Markdown } from "../../ui/markdown/markdown.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import styles from "./comment.module.css";

/** Markdown of a comment or description. It is in no folder: relative links are left as they are. */
export function CommentText({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      <Markdown
        text={text}
        render={renderInWorker}
        folder=""
        linkTo={same}
        imageUrl={same}
        onNavigate={ignore}
      />
    </div>
  );
}

const same = (path: string): string => path;
const ignore = (): void => undefined;
