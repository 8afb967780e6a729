import { AlertDialog as Radix } from "radix-ui";
import { useState } from "react";
import { Button } from "../buttons/button.tsx";
import { Destination } from "../forms/destination.tsx";
import { Form, FormFailure, type FormSubmission } from "../forms/form.tsx";
import { TextField } from "../forms/text-field.tsx";
import scrollEdges from "../lists/scroll-edges.module.css";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import { type ConfirmTexts, closeConfirm, submitConfirm, useConfirmRequest } from "./confirm.tsx";
import styles from "./dialog.module.css";
import scrim from "./scrim.module.css";
import { useFocusReturn } from "./use-focus-return.ts";

/** The dialog of `confirm`; mounted once by the app. */
export function ConfirmHost() {
  const { options, open, isPending, failure } = useConfirmRequest();
  if (!options) return null;
  const { attempt, ...shown } = options;
  return (
    <AlertDialog
      {...shown}
      open={open}
      submission={{
        submit: () => void submitConfirm(),
        isPending,
        failure,
        isLocal: options.sends === false,
      }}
      onCancel={() => closeConfirm(false)}
    />
  );
}

interface AlertDialogProps extends ConfirmTexts {
  readonly open: boolean;
  /** Action of the confirmation; the dialog stays open while it runs. */
  readonly submission: FormSubmission;
  readonly onCancel: () => void;
}

/** Confirmation of what cannot be undone. Usually opened through `useConfirm`. */
function AlertDialog({ open, ...rest }: AlertDialogProps) {
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
  sends = true,
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
        <span className={styles.destination}>{sends ? <Destination /> : null}</span>
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
