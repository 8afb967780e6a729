import { PanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SplitPane } from "../../../ui/split-pane.tsx";
import { useWidth } from "../../../ui/use-width.ts";
import styles from "./repository-side.module.css";

interface RepositorySplitProps {
  /** Path of the open file; opening another one closes a tree that covers it. */
  readonly path: string;
  readonly side: ReactNode;
  /** The open file, with the button that shows and hides the tree in its tool bar. */
  readonly children: (toggle: ReactNode) => ReactNode;
}

/** Pixels below which the tree and the file take turns. */
const narrowWidth = 640;

/** A tree beside a file; where there is no room for both, one of them. */
export function RepositorySplit({ path, side, children }: RepositorySplitProps) {
  const [container, width] = useWidth();
  const isNarrow = width !== null && width < narrowWidth;
  const [isHidden, setHidden] = useState(false);
  // Path over which the tree was opened in a narrow view.
  const [covered, setCovered] = useState<string | null>(null);
  const isOpen = isNarrow ? covered === path : !isHidden;
  const toggle = (
    <IconButton
      size="s"
      label={isOpen ? "Hide file tree" : "Show file tree"}
      icon={PanelLeft}
      pressed={isOpen}
      onClick={() => (isNarrow ? setCovered(isOpen ? null : path) : setHidden(isOpen))}
    />
  );
  return (
    <div ref={container} className={styles.split}>
      {isNarrow && isOpen ? (
        <div className={styles.cover}>
          <div className={styles.coverBar}>{toggle}</div>
          <div className={styles.tree}>{side}</div>
        </div>
      ) : (
        <SplitPane
          label="file tree"
          defaultSize={280}
          max={560}
          collapsed={!isOpen}
          first={side}
          second={children(toggle)}
        />
      )}
    </div>
  );
}
