import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Problem } from "../../shared/errors.ts";
import { capitalize } from "../../shared/text/capitalize.ts";
import { type DescribedProblem, describeProblem } from "./describe-problem.ts";
import { toProblem } from "./fetch-host.ts";

/**
 * Sending a form, or the action of a button: what runs, what failed, and which fields the service refused. Give it to
 * `Form` or `FormDialog`. `A` are the arguments of the action, such as the entry that it concerns.
 */
interface Submission<A extends readonly unknown[] = readonly []> {
  /** Sends the form; does nothing while it is being sent. */
  readonly submit: (...args: A) => void;
  readonly isPending: boolean;
  /** Arguments of what is being sent; null while nothing is. */
  readonly pending: A | null;
  /** Failure to show; null where there is none or where the fields show their own messages. */
  readonly failure: DescribedProblem | null;
  /** The failure itself, for code that decides by it. */
  readonly problem: Problem | null;
  /** Returns the service's error for a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Clears the failure, once its cause was changed. */
  readonly reset: () => void;
}

interface SubmitOptions<A extends readonly unknown[]> {
  /** Fields that show {@link Submission.errorOf} themselves. */
  readonly fields?: readonly string[];
  /** Describes a failure in the words of the attempted action. */
  readonly explain?: (failure: DescribedProblem) => DescribedProblem;
  /** Shows a failure elsewhere, such as in a toast, where the action has no form that shows it. */
  readonly onFailure?: (failure: DescribedProblem, ...args: A) => void;
}

/**
 * Returns the submission of a form that `action` sends, once. It writes nothing itself: an action calls `useWrite`, several
 * writes in steps (`createWriteFlow`), or a route of the host, which have no operation in common that this could send. After an uncertain failure the host has checked the
 * service, and the failure contains the result.
 */
export function useSubmit<A extends readonly unknown[] = readonly []>(
  action: (...args: A) => Promise<unknown>,
  { fields = [], explain = (failure) => failure, onFailure }: SubmitOptions<A> = {},
): Submission<A> {
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: (args: A) => action(...args),
    onError: (error, args) => onFailure?.(explain(describeProblem(error)), ...args),
  });
  // A second click or Enter may arrive before the first one is rendered.
  const running = useRef(false);
  const submit = (...args: A) => {
    if (running.current) return;
    running.current = true;
    mutate(args, {
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
    pending: isPending ? (variables ?? null) : null,
    failure: error === null || isShownByFields ? null : explain(describeProblem(error)),
    problem,
    errorOf: (field) => refused[field] && toSentence(refused[field].join(", ")),
    reset: () => {
      if (error !== null) reset();
    },
  };
}

/** Returns what a service says of a field, such as "has already been taken", as the texts of the app are written. */
const toSentence = (text: string): string => `${capitalize(text)}${/[.!?]$/.test(text) ? "" : "."}`;
