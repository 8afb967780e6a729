import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode, RefCallback } from "react";
import { IconButton } from "../buttons/button.tsx";
import { Destination } from "../forms/destination.tsx";
import scrollEdges from "../lists/scroll-edges.module.css";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import styles from "./dialog.module.css";
import scrim from "./scrim.module.css";

/** Beginning and end of a dialog: see `useFocusReturn`. */
interface ModalProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly content: RefCallback<HTMLElement>;
  readonly returnFocus: (event: Event) => void;
}

export interface DialogPanelProps extends ModalProps {
  readonly title: string;
  readonly description: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly sends: boolean | undefined;
  readonly className: string;
  readonly onEnter: (() => void) | undefined;
}

/** A dialog over the page. */
export function DialogPanel({
  open,
  onOpenChange,
  content,
  returnFocus,
  title,
  description,
  children,
  actions,
  sends,
  className,
  onEnter,
}: DialogPanelProps) {
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
          className={className}
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
              <span className={styles.destination}>{sends ? <Destination /> : null}</span>
              {actions}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface DrawerPanelProps extends ModalProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly titleClassName: string | undefined;
  readonly children: ReactNode;
}

/** A pane over the page's edge. */
export const DrawerPanel = ({
  open,
  onOpenChange,
  content,
  returnFocus,
  label,
  className,
  titleClassName,
  children,
}: DrawerPanelProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className={scrim.scrim} />
      <Radix.Content
        ref={content}
        className={className}
        aria-label={label}
        aria-describedby={undefined}
        onCloseAutoFocus={returnFocus}
      >
        <Radix.Title className={titleClassName}>{label}</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
