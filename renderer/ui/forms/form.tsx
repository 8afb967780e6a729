import { RotateCw } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Button } from "../buttons/button.tsx";
import { ErrorState, type ErrorStateProps } from "../states/error-state.tsx";
import { SubmitBlock, useSubmitBlock } from "./destination.tsx";

/** Action of a form, with its state. */
export interface FormSubmission {
  readonly submit: () => void;
  readonly isPending: boolean;
  /** Whether it sends nothing to the account's service. */
  readonly isLocal?: boolean;
  /** Whether what is submitted while the service is away is sent when it is back. */
  readonly isQueued?: boolean;
  /** `isUncertain`: it may have been done, so it is not offered again. */
  readonly failure: (ErrorStateProps & Optional<{ isUncertain: boolean }>) | null;
}

export interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  readonly submission: FormSubmission;
  /** Whether it can be sent; else submitting it leads to the first field that is wrong or empty. */
  readonly isReady?: boolean;
  /** Runs whenever somebody submits the form, ready or not: for errors that show only then. */
  readonly onAttempt?: () => void;
}

/** Returns the submission of a form that only acts within the page, which takes no time and cannot fail. */
export const instantly = (submit: () => void): FormSubmission => ({
  submit,
  isPending: false,
  isLocal: true,
  failure: null,
});

/**
 * A form that sends itself with Enter, in a text area with Ctrl or Cmd and Enter, once. Submitting what is
 * not ready, and a refusal, lead to the first field that is wrong. {@link FormFailure} shows what failed.
 */
export function Form({ submission, isReady = true, onAttempt, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending } = submission;
  const block = useSubmitBlock(submission);
  const wasPending = useRef(false);
  useEffect(() => {
    // The refused fields are marked by now.
    if (wasPending.current && !isPending) form.current?.querySelector<HTMLElement>(wrong)?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  const submit = () => {
    if (isPending || block !== null) return;
    onAttempt?.();
    if (isReady) submission.submit();
    // Once errors that show only now are drawn.
    else setTimeout(() => form.current && focusFirstWrong(form.current));
  };
  return (
    <SubmitBlock value={block}>
      <form
        noValidate
        {...rest}
        ref={form}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return;
          event.preventDefault();
          submit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a popup of this one is not part of it.
          if (event.target === event.currentTarget) submit();
        }}
      />
    </SubmitBlock>
  );
}

interface FormFailureProps
  extends Optional<{
    /** Names a failure where it has no better name. */
    title: string;
  }> {
  readonly submission: FormSubmission;
}

/** Failure of a form's action, with Retry where that is safe; nothing where nothing failed. */
export function FormFailure({ submission, title }: FormFailureProps) {
  const shown = useRef<HTMLDivElement>(null);
  const isShown = submission.failure !== null && !submission.isPending;
  // A form may be longer than its dialog.
  useEffect(() => {
    if (isShown) shown.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  if (submission.failure === null) return null;
  const { isUncertain, ...failure } = submission.failure;
  return (
    <div ref={shown}>
      <ErrorState
        inline
        {...failure}
        title={failure.title ?? title}
        // Not `onRetry`: nothing is sent without a click when the service is back.
        actions={
          isUncertain ? null : (
            <Button icon={RotateCw} onClick={submission.submit}>
              Retry
            </Button>
          )
        }
      />
    </div>
  );
}

const wrong = '[aria-invalid="true"]';
const text = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"])';

function focusFirstWrong(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(text)];
  const empty = fields.find(({ value, disabled, readOnly }) => value.trim() === "" && !disabled && !readOnly);
  (form.querySelector<HTMLElement>(`${wrong}, :invalid`) ?? empty)?.focus();
}

const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === "Enter" &&
  (event.ctrlKey || event.metaKey) &&
  (!event.defaultPrevented || isCheckbox(event.target)) &&
  !event.nativeEvent.isComposing;

/** A checkbox ignores Enter by preventing its default, with Ctrl and Cmd too. */
const isCheckbox = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.role === "checkbox";
