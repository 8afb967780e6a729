import { type ReactNode, useId } from "react";
import { Button } from "../buttons/button.tsx";
import { DiscardButton } from "../buttons/discard-button.tsx";
import { SubmitBlock, useSubmitBlock } from "../forms/destination.tsx";
import { Form, FormFailure, type FormProps } from "../forms/form.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import styles from "./form-dialog.module.css";
import { toast } from "./toast.tsx";

interface FormDialogProps
  extends Pick<DialogProps, "title" | "description" | "size" | "children">,
    Pick<FormProps, "submission" | "isReady" | "autoComplete"> {
  readonly open?: boolean;
  readonly onClose: () => void;
  /** A verb, such as "Create branch". */
  readonly submitLabel: ReactNode;
  readonly cancelLabel?: string;
  /** Whether what it does destroys something. */
  readonly danger?: boolean;
  /** Names a failure where it has no better name. */
  readonly failureTitle?: string;
  /** Further buttons before Cancel, such as Discard. */
  readonly actions?: ReactNode;
}

/** A dialog with a form: see {@link Form}. Fields whose values are state outside of it keep them when it closes. */
export function FormDialog({
  open = true,
  onClose,
  title,
  description,
  size,
  submitLabel,
  cancelLabel = "Cancel",
  danger = false,
  actions,
  submission,
  isReady = true,
  failureTitle,
  children,
  ...form
}: FormDialogProps) {
  const id = useId();
  const block = useSubmitBlock(submission);
  const submitForm = () => {
    const form = document.getElementById(id);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      size={size}
      sends={!submission.isLocal}
      // A destructive action needs a click, or Enter on its button.
      onEnter={danger ? undefined : submitForm}
      actions={
        <>
          {actions}
          <Button onClick={onClose}>{cancelLabel}</Button>
          <SubmitBlock value={block}>
            <Button
              type="submit"
              form={id}
              variant={danger ? "danger" : "primary"}
              loading={submission.isPending}
              // Not `disabled`: Enter and a click lead to the field that is missing.
              aria-disabled={!isReady || undefined}
            >
              {submitLabel}
            </Button>
          </SubmitBlock>
        </>
      }
    >
      <Form id={id} className={styles.form} submission={submission} isReady={isReady} {...form}>
        {children}
        <FormFailure submission={submission} title={failureTitle} />
      </Form>
    </Dialog>
  );
}

interface DraftDialogProps extends Omit<FormDialogProps, "actions"> {
  readonly draft: {
    readonly isChanged: boolean;
    readonly clear: () => void;
    readonly restore: () => void;
  };
  /** Name of the draft where it is discarded, such as "label draft". */
  readonly draftName: string;
}

/** A dialog whose fields are stored as they are typed: a further button discards them, and a toast restores them. */
export function DraftDialog({ draft, draftName, ...dialog }: DraftDialogProps) {
  const discard = () => {
    draft.clear();
    dialog.onClose();
    toast.discarded(draftName, draft.restore);
  };
  return (
    <FormDialog
      {...dialog}
      actions={
        draft.isChanged ? <DiscardButton disabled={dialog.submission.isPending} onClick={discard} /> : null
      }
    />
  );
}
