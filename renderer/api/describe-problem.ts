import { toProblem } from "./host.ts";

/** What an error state shows of a failure. */
export interface ProblemLooks {
  readonly kind: "error" | "offline" | "forbidden" | "missing";
  readonly message: string;
  readonly detail: string | undefined;
}

/** Turns whatever was thrown into the words and the look of an error state: spread it into `<ErrorState>`. */
export function describeProblem(error: unknown): ProblemLooks {
  const { code, message, detail } = toProblem(error);
  const kind =
    code === "offline"
      ? "offline"
      : code === "forbidden" || code === "unauthorized"
        ? "forbidden"
        : code === "not_found"
          ? "missing"
          : "error";
  return { kind, message, detail: detail || undefined };
}
