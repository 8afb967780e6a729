import { CircleDot, GitMerge, GitPullRequest, GitPullRequestClosed, Lock } from "lucide-react";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import styles from "../work-lists/work-row.module.css";

const stateIcons: Readonly<Record<string, { readonly icon: IconType; readonly words: string }>> = {
  opened: { icon: GitPullRequest, words: "Open" },
  merged: { icon: GitMerge, words: "Merged" },
  closed: { icon: GitPullRequestClosed, words: "Closed" },
  locked: { icon: Lock, words: "Locked" },
};

/** The icon of a merge request's state. */
export function MergeRequestState({ state }: { readonly state: string }) {
  const { icon, words } = stateIcons[state] ?? { icon: CircleDot, words: state };
  return (
    <span className={styles.state} data-state={state} role="img" aria-label={words} title={words}>
      <Icon of={icon} />
    </span>
  );
}
