import {
  ArrowDownToDot,
  ArrowDownToLine,
  Clock,
  Copy,
  Download,
  FoldVertical,
  GitCompareArrows,
  Layers,
  Link2,
  Radio,
  UnfoldVertical,
  WrapText,
} from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { announce } from "../../state/announce.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { type LineRange, readLineRange } from "../../ui/code/line-range.ts";
import { instantly } from "../../ui/forms/form.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import type { RowScroller } from "../../ui/scroller/row-scroller.ts";
import styles from "./job.module.css";
import type { LogActions } from "./use-log-actions.ts";

interface LogToolbarProps {
  readonly actions: LogActions;
  /** False until the log is drawn: then only the search, which keys lead to, is there. */
  readonly hasButtons: boolean;
  readonly search?: ReactNode;
  readonly follow: ReactNode;
  readonly panels?: ReactNode;
}

/** The toolbar of a log: search, follow and display options. */
export function LogToolbar({ actions, hasButtons, search, follow, panels }: LogToolbarProps) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Log">
      {search}
      {hasButtons ? (
        <>
          {follow}
          <span className={styles.looks}>
            {actions.hasSections ? (
              <>
                <IconButton
                  label="Fold all sections"
                  icon={FoldVertical}
                  size="s"
                  onClick={() => actions.foldAll(true)}
                />
                <IconButton
                  label="Unfold all sections"
                  icon={UnfoldVertical}
                  size="s"
                  onClick={() => actions.foldAll(false)}
                />
              </>
            ) : null}
            {actions.hasTimes ? (
              <IconButton
                label="Timestamps"
                icon={Clock}
                size="s"
                command="log.times"
                pressed={actions.showsTimes}
                onClick={actions.toggleTimes}
              />
            ) : null}
            <IconButton
              label="Wrap lines"
              icon={WrapText}
              size="s"
              command="log.wrap"
              pressed={actions.isWrapped}
              onClick={actions.toggleWrap}
            />
          </span>
          {panels}
          <LogMenu actions={actions} />
        </>
      ) : (
        <span className={styles.awaited} />
      )}
    </div>
  );
}

/** The menu with less frequent actions on a log. */
function LogMenu({ actions }: { readonly actions: LogActions }) {
  const { hasSections, hasTimes, isWrapped, showsTimes } = actions;
  return (
    <MoreMenu of="this log" size="s">
      <MenuItem icon={ArrowDownToDot} command="log.go-to-line" onSelect={actions.askForLine}>
        Go to line…
      </MenuItem>
      <MenuItem icon={Link2} command="log.permalink" onSelect={actions.copyLink}>
        Copy permalink
      </MenuItem>
      <MenuItem icon={Copy} onSelect={actions.copy}>
        {actions.hasChosenLines ? "Copy chosen lines" : "Copy log"}
      </MenuItem>
      <MenuItem icon={Download} onSelect={actions.download}>
        Download raw log
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={GitCompareArrows} command="log.compare" onSelect={actions.toggleCompare}>
        Compare with the last success
      </MenuItem>
      {actions.hasPipeline ? (
        <MenuItem icon={Layers} command="log.pipeline" onSelect={actions.searchPipeline}>
          Search all jobs of the pipeline
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={WrapText} command="log.wrap" onSelect={actions.toggleWrap}>
        {isWrapped ? "Do not wrap lines" : "Wrap lines"}
      </MenuItem>
      {hasTimes ? (
        <MenuItem icon={Clock} command="log.times" onSelect={actions.toggleTimes}>
          {showsTimes ? "Hide timestamps" : "Show timestamps"}
        </MenuItem>
      ) : null}
      {hasSections ? (
        <>
          <MenuItem icon={FoldVertical} onSelect={() => actions.foldAll(true)}>
            Fold all sections
          </MenuItem>
          <MenuItem icon={UnfoldVertical} onSelect={() => actions.foldAll(false)}>
            Unfold all sections
          </MenuItem>
        </>
      ) : null}
    </MoreMenu>
  );
}

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
      <IconButton
        label="Go to the end of the log"
        icon={ArrowDownToLine}
        size="s"
        command="log.follow"
        disabled={isFollowing}
        onClick={scroller.toEnd}
      />
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

interface GoToLineProps {
  /** Lines of the log. */
  readonly lines: number;
  readonly onChoose: (range: LineRange) => void;
  readonly onClose: () => void;
}

/** Dialog for a line or a range such as `120-140`, which it selects. */
export function GoToLine({ lines, onChoose, onClose }: GoToLineProps) {
  const [text, setText] = useState("");
  const range = readLineRange(
    `L${text
      .trim()
      .replace(/^#?L/i, "")
      .replaceAll(/[\s,.]/g, "")}`,
  );
  const isBeyond = range !== null && range.from > lines;
  return (
    <FormDialog
      onClose={onClose}
      title="Go to line"
      size="s"
      submitLabel="Go"
      submission={instantly(() => {
        if (!range) return;
        onChoose({ from: range.from, to: Math.min(lines, range.to) });
        onClose();
      })}
      isReady={range !== null && !isBeyond}
    >
      <TextField
        label={`Line or range, 1 to ${lines.toLocaleString("en")}`}
        placeholder="120 or 120-140"
        autoFocus
        value={text}
        onChange={setText}
        error={isBeyond ? `The log has ${lines.toLocaleString("en")} lines.` : undefined}
      />
    </FormDialog>
  );
}
