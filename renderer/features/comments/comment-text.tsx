import { Markdown } from "../../ui/markdown/markdown.tsx";
import { renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import styles from "./comment.module.css";
import { hashesAsCode } from "./hashes-as-code.ts";

interface CommentTextProps {
  readonly text: string;
  /** Whether the service wrote it about something that happened. */
  readonly isActivity?: boolean;
}

/** Markdown of a comment or description. It is in no folder: relative links are left as they are. */
export function CommentText({ text, isActivity = false }: CommentTextProps) {
  return (
    <div className={styles.text}>
      <Markdown
        text={text}
        render={isActivity ? renderActivity : renderInWorker}
        folder=""
        linkTo={same}
        imageUrl={same}
        onNavigate={ignore}
      />
    </div>
  );
}

const renderActivity = async (text: string, signal: AbortSignal) =>
  hashesAsCode(await renderInWorker(text, signal));
const same = (path: string): string => path;
const ignore = (): void => undefined;
