import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Destination } from "./destination.tsx";
import styles from "./dialog.module.css";
import flow from "./flow.module.css";
import { Form, FormFailure, type FormSubmission } from "./form.tsx";
import scrim from "./scrim.module.css";
import scrollEdges from "./scroll-edges.module.css";
import { TextField } from "./text-field.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

export interface AlertDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Consequences, and what is lost. */
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly danger?: boolean | undefined;
  /** Text that has to be typed before the action is allowed. */
  readonly requireText?: string | undefined;
  /** Action of the confirmation; the dialog stays open while it runs. */
  readonly submission: FormSubmission;
  /** Title of a failure that has none of its own. */
  readonly failureTitle?: string | undefined;
  readonly onCancel: () => void;
}

/** Confirmation of what cannot be undone. Usually opened through `useConfirm`. */
export function AlertDialog({ open, ...rest }: AlertDialogProps) {
  const { content, returnFocus } = useFocusReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !rest.submission.isPending && rest.onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className={scrim.scrim} />
        <Radix.Content ref={content} className={cx(styles.dialog, styles.s)} onCloseAutoFocus={returnFocus}>
          <Question {...rest} />
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
  submission,
  failureTitle,
}: Omit<AlertDialogProps, "open" | "onCancel">) {
  const [typed, setTyped] = useState("");
  const allowed = requireText === undefined || typed === requireText;
  return (
    <Form submission={submission} isReady={allowed}>
      <div className={styles.head}>
        <div className={flow.growText}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <Radix.Description asChild>
            <div className={styles.description}>{description}</div>
          </Radix.Description>
        </div>
      </div>
      <div className={cx(styles.body, scrollEdges.edges)}>
        {requireText === undefined ? null : (
          <TextField label={`Type “${requireText}” to confirm`} value={typed} onChange={setTyped} />
        )}
        <FormFailure submission={submission} title={failureTitle} />
      </div>
      <div className={styles.actions}>
        <span className={styles.destination}>
          <Destination />
        </span>
        <Radix.Cancel asChild>
          <Button disabled={submission.isPending}>{cancelLabel}</Button>
        </Radix.Cancel>
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          loading={submission.isPending}
          disabled={!allowed}
        >
          {confirmLabel}
        </Button>
      </div>
    </Form>
  );
}
