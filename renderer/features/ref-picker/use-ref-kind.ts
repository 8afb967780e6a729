import { getBranch } from "../../../shared/api/resources/branches.ts";
import { readRefName } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { isHash } from "./use-ref-choices.ts";

/** Returns the kind of a ref: a name that is neither a hash nor a branch of the service is a tag's. */
export function useRefKind(
  project: string,
  ref: string | null,
  defaultBranch: string | null,
): "branch" | "tag" | "commit" {
  const { kind = null } = ref === null ? {} : readRefName(ref);
  const named = ref !== null && kind === null && !isHash(ref);
  const branch = useOperation(
    getBranch,
    named && ref !== defaultBranch ? { id: project, branch: ref } : null,
  );
  if (kind !== null) return kind;
  if (ref !== null && isHash(ref)) return "commit";
  const isMissing = branch.error !== null && describeProblem(branch.error).kind === "missing";
  return isMissing && !branch.data ? "tag" : "branch";
}
