import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Destination } from "./destination.tsx";
import styles from "./dialog.module.css";
import flow from "./flow.module.css";
import { IconButton } from "./icon-button.tsx";
import scrim from "./scrim.module.css";
import scrollEdges from "./scroll-edges.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: "s" | "m" | "l" | "xl";
  /** Enter while the dialog itself has the focus, which is where it is first unless a field asked for it. */
  readonly onEnter?: (() => void) | undefined;
}

/** A modal dialog: focus stays inside and is restored when it closes. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  size = "m",
  onEnter,
}: DialogProps) {
  const { content, returnFocus } = useFocusReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrim.scrim} />
        <Radix.Content
          ref={content}
          // Unless a field has `autoFocus`: the dialog itself, so that its title is read and no button has a focus
          // ring.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={(event) => {
            if (event.key === "Enter" && event.target === event.currentTarget) onEnter?.();
          }}
          className={cx(styles.dialog, styles[size])}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className={styles.head}>
            <div className={flow.growText}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description ? (
                <Radix.Description asChild>
                  <div className={styles.description}>{description}</div>
                </Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={X} size="s" />
            </Radix.Close>
          </div>
          <div className={cx(styles.body, scrollEdges.edges)}>{children}</div>
          {actions ? (
            <div className={styles.actions}>
              <span className={styles.destination}>
                <Destination />
              </span>
              {actions}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
