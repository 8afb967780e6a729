import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Problem } from "../../shared/errors.ts";
import { describeProblem, type ErrorStateProps } from "./describe-problem.ts";
import { toProblem } from "./host.ts";

/** Sending a form: what runs, what failed, and which fields the service refused. Give it to `Form` or `FormDialog`. */
export interface Submission {
  /** Sends the form; does nothing while it is being sent. */
  readonly submit: () => void;
  readonly isPending: boolean;
  /** What failed, null where nothing did or where messages beside the fields say it. */
  readonly failure: ErrorStateProps | null;
  /** The failure itself, for code that decides by it. */
  readonly problem: Problem | null;
  /** Returns the service's error for a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Clears the failure, once its cause was changed. */
  readonly reset: () => void;
}

interface SubmitOptions {
  /** Fields that show {@link Submission.errorOf} themselves. */
  readonly fields?: readonly string[];
  /** Describes a failure in the words of the attempted action. */
  readonly explain?: (failure: ErrorStateProps) => ErrorStateProps;
}

/**
 * Returns the submission of a form that `action` sends, once. After an uncertain failure the host has checked the
 * service, and the failure contains the result.
 */
export function useSubmit(
  action: () => Promise<unknown>,
  { fields = [], explain = (failure) => failure }: SubmitOptions = {},
): Submission {
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: action });
  // A second click or Enter may arrive before the first one is rendered.
  const running = useRef(false);
  const submit = () => {
    if (running.current) return;
    running.current = true;
    mutate(undefined, {
      onSettled: () => {
        running.current = false;
      },
    });
  };
  const problem = error === null ? null : toProblem(error);
  const refused = problem?.fields ?? {};
  const isShownByFields = fields.some((field) => refused[field] !== undefined);
  return {
    submit,
    isPending,
    failure: error === null || isShownByFields ? null : explain(describeProblem(error)),
    problem,
    errorOf: (field) => refused[field]?.join(", "),
    reset: () => {
      if (error !== null) reset();
    },
  };
}
