import type { ErrorComponentProps } from "@tanstack/react-router";
import { toProblem } from "../api/host.ts";
import { ErrorState } from "../ui/error-state.tsx";

/** Error boundary's fallback for a view; the rest of the window keeps working. */
export function ViewError({ error, reset }: ErrorComponentProps) {
  const { message, detail } = toProblem(error);
  return (
    <ErrorState title="This page could not be shown" message={message} detail={detail} onRetry={reset} />
  );
}
