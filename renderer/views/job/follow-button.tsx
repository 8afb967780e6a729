import { ArrowDownToLine, Radio } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { announce } from "../../state/announce.ts";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import styles from "./job.module.css";
import type { RowScroller } from "./log/row-scroller.ts";

interface FollowButtonProps {
  readonly scroller: RowScroller;
  /** Lines are still added. */
  readonly isLive: boolean;
  readonly lines: number;
}

/** Shows whether the log follows its end, and scrolls there. */
export function FollowButton({ scroller, isLive, lines }: FollowButtonProps) {
  const { isFollowing } = useSyncExternalStore(scroller.subscribe, scroller.view);
  // Lines that were there when following stopped.
  const [seen, setSeen] = useState(lines);
  if (isFollowing && seen !== lines) setSeen(lines);
  const announced = useRef(isFollowing);
  useEffect(() => {
    if (announced.current === isFollowing) return;
    announced.current = isFollowing;
    if (isLive) announce(isFollowing ? "Following the log" : "Stopped following the log");
  }, [isFollowing, isLive]);
  if (!isLive) {
    return (
      <Tooltip content="Go to the end of the log" command="log.follow">
        <Button
          size="s"
          variant="ghost"
          icon={ArrowDownToLine}
          disabled={isFollowing}
          onClick={scroller.toEnd}
        >
          End
        </Button>
      </Tooltip>
    );
  }
  const added = lines - seen;
  return (
    <Tooltip
      content={isFollowing ? "New lines are scrolled into view" : "Go to the end and follow"}
      command="log.follow"
    >
      <Button
        size="s"
        variant={isFollowing ? "ghost" : "default"}
        icon={isFollowing ? Radio : ArrowDownToLine}
        aria-pressed={isFollowing}
        className={isFollowing ? styles.following : undefined}
        onClick={scroller.toEnd}
      >
        {isFollowing ? "Following" : "Follow"}
        {!isFollowing && added > 0 ? (
          <span className={styles.added}>{added > 9_999 ? "9,999+" : added.toLocaleString("en")} new</span>
        ) : null}
      </Button>
    </Tooltip>
  );
}
