import type { ErrorComponentProps } from "@tanstack/react-router";
import { toProblem } from "../api/host.ts";
import { ErrorState } from "../ui/error-state.tsx";

/** What stands in place of a view that failed; the rest of the window goes on. */
export function ViewError({ error, reset }: ErrorComponentProps) {
  const { message, detail } = toProblem(error);
  return <ErrorState title="This view failed" message={message} detail={detail} onRetry={reset} />;
}
