import type { ReactNode } from "react";
import { SplitPane } from "../../ui/split-pane.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { GroupTree } from "./group-tree.tsx";

interface GroupPaneProps {
  readonly account: string;
  /** Full path of the group that is shown. */
  readonly current?: string;
  readonly children: ReactNode;
}

/** The tree of groups beside a page; a narrow window shows the page only. */
export function GroupPane({ account, current = "", children }: GroupPaneProps) {
  const isNarrow = useMedia("(max-width: 720px)");
  return (
    <SplitPane
      label="Groups"
      defaultSize={240}
      collapsed={isNarrow}
      first={<GroupTree account={account} current={current} />}
      second={children}
    />
  );
}
