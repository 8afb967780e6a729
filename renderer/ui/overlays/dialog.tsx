import { type ReactNode, useRef } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { cx } from "../theme/class-names.ts";
import styles from "./dialog.module.css";
import { latePanel } from "./late-panel.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

export interface DialogProps
  extends Optional<{
    size: "s" | "m" | "l" | "xl";
    /** Enter while the dialog itself has the focus, which is where it is first unless a field asked for it. */
    onEnter: () => void;
  }> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
  /** Whether they send something to the account's service, whose name is shown beside them. */
  readonly sends?: boolean;
}

const { Panel, preload } = latePanel(async () => (await import("./dialog-panel.tsx")).DialogPanel);

/** Loads the code of dialogs: what is typed right after the key that opens one is not lost then. */
export const preloadDialog = preload;

/** A modal dialog: focus stays inside and is restored when it closes. */
export function Dialog({
  open,
  size = "m",
  description,
  children,
  actions,
  sends,
  onEnter,
  ...rest
}: DialogProps) {
  const focus = useFocusReturn(open);
  const isWanted = useOnceTrue(open);
  if (!isWanted) return null;
  return (
    <Panel
      {...{ ...rest, ...focus, open, description, actions, sends, onEnter }}
      className={cx(styles.dialog, styles[size])}
    >
      {children}
    </Panel>
  );
}

/** Returns whether a value was true once: a panel that was opened stays, so that it ends as it should. */
export function useOnceTrue(value: boolean): boolean {
  const was = useRef(value);
  if (value) was.current = true;
  return was.current;
}
