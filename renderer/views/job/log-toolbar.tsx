import { Clock, FoldVertical, UnfoldVertical, WrapText } from "lucide-react";
import type { ReactNode } from "react";
import flow from "../../ui/flow.module.css";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./job.module.css";
import type { LogActions } from "./log-actions.ts";
import { LogMenu } from "./log-menu.tsx";

interface LogToolbarProps {
  readonly actions: LogActions;
  /** False until the log is drawn: then only the search, which keys lead to, is there. */
  readonly hasButtons: boolean;
  /** The search field. */
  readonly search?: ReactNode;
  readonly follow: ReactNode;
  /** Buttons of the panels. */
  readonly panels?: ReactNode;
}

/** The toolbar of a log: search, follow and display options. */
export function LogToolbar({ actions, hasButtons, search, follow, panels }: LogToolbarProps) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Log">
      {search}
      <span className={flow.grow} />
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
      ) : null}
    </div>
  );
}
