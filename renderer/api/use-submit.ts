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
  /** Returns what the service says against a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Forgets a failure, once what caused it was changed. */
  readonly reset: () => void;
}

interface SubmitOptions {
  /** Fields that show {@link Submission.errorOf} themselves. */
  readonly fields?: readonly string[];
  /** Says a failure in the words of what was attempted. */
  readonly explain?: (failure: ErrorStateProps) => ErrorStateProps;
}

/**
 * Returns the submission of a form that `action` sends, once. After an uncertain failure the host has looked at the
 * service, and the failure says what it found.
 */
export function useSubmit(
  action: () => Promise<unknown>,
  { fields = [], explain = (failure) => failure }: SubmitOptions = {},
): Submission {
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: action });
  // A second click or Enter may come before the first one is drawn.
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
