import type { ReactNode, Ref } from "react";
import { ErrorState } from "../error-state.tsx";
import { ContextMenu } from "../menu.tsx";
import { Skeleton } from "../skeleton.tsx";
import styles from "./code.module.css";

export interface CodeFrameProps {
  readonly ready: boolean;
  readonly failure: string | null;
  /** Announcement of what the next key does. */
  readonly hint?: string | null;
  /** Items of the context menu. */
  readonly menu: ReactNode;
  /** Element for the editor. */
  readonly ref: Ref<HTMLDivElement>;
}

/** The box of an editor: a skeleton while it loads, an explanation when it cannot be loaded. */
export function CodeFrame({ ready, failure, hint = null, menu, ref }: CodeFrameProps) {
  return (
    // With Ctrl the wheel zooms the page; the editor would scroll.
    <div className={styles.frame} onWheelCapture={(event) => event.ctrlKey && event.stopPropagation()}>
      {failure ? (
        <ErrorState
          title="The editor did not load"
          message="Reload the page to try again."
          detail={failure}
        />
      ) : ready ? null : (
        <div className={styles.wait}>
          <Skeleton lines={8} label="Loading the editor" />
        </div>
      )}
      <ContextMenu items={menu}>
        <div ref={ref} className={styles.editor} />
      </ContextMenu>
      <div role="status" className={styles.hint}>
        {hint}
      </div>
    </div>
  );
}
