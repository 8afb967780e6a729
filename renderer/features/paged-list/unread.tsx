import { describeUnread } from "../../api/describe-problem.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { ForbiddenActions } from "../addresses/forbidden-actions.tsx";

interface UnreadProps {
  readonly error: unknown;
  /** Name of the content in the plural, capitalised. */
  readonly name: string;
  readonly compact?: boolean;
  readonly onRetry: () => void;
}

/** A failure in place of content that could not be read, with ways out where the account has no access. */
export function Unread({ error, name, compact = false, onRetry }: UnreadProps) {
  const problem = describeUnread(error, name);
  const actions = problem.kind === "forbidden" && !compact ? <ForbiddenActions /> : undefined;
  return <ErrorState compact={compact} {...problem} onRetry={onRetry} actions={actions} />;
}
