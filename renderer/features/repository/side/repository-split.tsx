import { PanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SplitPane } from "../../../ui/split-pane.tsx";
import { useMedia } from "../../../ui/use-media.ts";

interface RepositorySplitProps {
  /** Null where there is no tree. The file stays mounted when it comes and goes. */
  readonly side: ReactNode | null;
  /** The open file, with the button that shows and hides the tree in its tool bar. */
  readonly children: (toggle: ReactNode) => ReactNode;
}

/** A tree beside a file. In a narrow window the tree is a drawer with a button of its own. */
export function RepositorySplit({ side, children }: RepositorySplitProps) {
  const [isHidden, setHidden] = useState(false);
  const isNarrow = useMedia("(width < 700px)");
  const toggle =
    isNarrow || side === null ? null : (
      <IconButton
        size="s"
        label={isHidden ? "Show file tree" : "Hide file tree"}
        icon={PanelLeft}
        pressed={!isHidden}
        onClick={() => setHidden(!isHidden)}
      />
    );
  return (
    <SplitPane
      label="file tree"
      defaultSize={280}
      max={560}
      collapsed={side === null || (isHidden && !isNarrow)}
      first={side}
      second={children(toggle)}
    />
  );
}
