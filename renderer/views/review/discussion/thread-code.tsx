import { useContext, useRef } from "react";
import type { Position } from "../../../../shared/api/resources/discussions.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useOnScreen } from "../../../ui/use-on-screen.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { CodeExcerpt } from "./code-excerpt.tsx";
import styles from "./discussion.module.css";
import { threadLines, threadSide } from "./thread-lines.ts";
import { useFileLines } from "./use-file-lines.ts";

/** The lines that a thread is on, read once they are on screen. */
export function ThreadCode({ position }: { readonly position: Position }) {
  const { project } = useContext(ReviewContext);
  const box = useRef<HTMLDivElement>(null);
  const seen = useOnScreen(box);
  const side = threadSide(position);
  const lines = useFileLines(seen && side ? { project, ...side } : null);
  const shown = lines && side ? threadLines(lines, position) : [];
  if (!side || lines === null || (lines && shown.length === 0)) return null;
  return (
    <div ref={box} className={styles.threadCode}>
      {lines ? (
        <CodeExcerpt label={`Code of ${side.path}`} path={side.path} lines={shown} />
      ) : (
        <Skeleton lines={4} height={20} label="Loading the lines" />
      )}
    </div>
  );
}
