import { type ReactNode, useSyncExternalStore } from "react";
import { SplitPane } from "../../ui/split-pane.tsx";
import { GroupTree } from "./group-tree.tsx";

interface GroupPaneProps {
  readonly account: string;
  /** Full path of the group that is shown. */
  readonly current?: string;
  readonly children: ReactNode;
}

/** The tree of groups beside a page; on a narrow window there is room for the page alone. */
export function GroupPane({ account, current = "", children }: GroupPaneProps) {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
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

const narrow = window.matchMedia("(max-width: 720px)");

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
