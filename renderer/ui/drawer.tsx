import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styles from "./drawer.module.css";
import scrim from "./scrim.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

export interface DrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Accessible name; not shown. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A pane over the page's left edge: Escape or a click outside closes it. */
export function Drawer({ open, onOpenChange, label, children }: DrawerProps) {
  const { content, returnFocus } = useFocusReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrim.scrim} />
        <Radix.Content
          ref={content}
          className={styles.drawer}
          aria-label={label}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <Radix.Title className={styles.title}>{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
