import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Destination } from "./destination.tsx";
import styles from "./dialog.module.css";
import scrim from "./scrim.module.css";
import { TextField } from "./text-field.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

export interface AlertDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What happens, and what is lost. */
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly danger?: boolean | undefined;
  /** Text that has to be typed before the action is allowed. */
  readonly requireText?: string | undefined;
  readonly onClose: (confirmed: boolean) => void;
}

/** Confirmation of what cannot be undone. Usually opened through `useConfirm`. */
export function AlertDialog({ open, onClose, ...rest }: AlertDialogProps) {
  const { content, returnFocus } = useFocusReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose(false)}>
      <Radix.Portal>
        <Radix.Overlay className={scrim.scrim} />
        <Radix.Content ref={content} className={cx(styles.dialog, styles.s)} onCloseAutoFocus={returnFocus}>
          <Question {...rest} onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Question({
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  requireText,
  onClose,
}: Omit<AlertDialogProps, "open">) {
  const [typed, setTyped] = useState("");
  const allowed = requireText === undefined || typed === requireText;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (allowed) onClose(true);
      }}
    >
      <div className={styles.head}>
        <div className={styles.titles}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <Radix.Description asChild>
            <div className={styles.description}>{description}</div>
          </Radix.Description>
        </div>
      </div>
      <div className={styles.body}>
        {requireText === undefined ? null : (
          <TextField label={`Type “${requireText}” to confirm`} value={typed} onChange={setTyped} />
        )}
      </div>
      <div className={styles.actions}>
        <span className={styles.destination}>
          <Destination />
        </span>
        <Radix.Cancel asChild>
          <Button>{cancelLabel}</Button>
        </Radix.Cancel>
        <Button type="submit" variant={danger ? "danger" : "primary"} disabled={!allowed}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
