import type { TraceProblem } from "../../../shared/trace/trace-types.ts";
import { ErrorState } from "../../ui/error-state.tsx";

interface LogProblemProps {
  readonly problem: TraceProblem;
  readonly onRetry: () => void;
}

const refused = { kind: "forbidden", title: "You cannot read this log" } as const;
const looks = new Map<string, { readonly kind: "forbidden" | "offline"; readonly title: string }>([
  ["offline", { kind: "offline", title: "Offline" }],
  ["forbidden", refused],
  ["unauthorized", refused],
]);

/** Explains why no line of a log could be read. */
export function LogProblem({ problem, onRetry }: LogProblemProps) {
  const { kind, title } = looks.get(problem.code) ?? { kind: "error", title: "The log could not be loaded" };
  const { message, detail } = problem;
  return <ErrorState {...{ kind, title, message, detail, onRetry }} />;
}
