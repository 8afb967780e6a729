import { listBranches } from "../../../shared/api/resources/branches.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { refNameProblem } from "./ref-name-problem.ts";

/** Milliseconds after the last key before the service is requested. */
const typingDelayMs = 200;

/**
 * Returns why a new branch or tag cannot have a name, while it is typed: what git forbids, or that it exists. Undefined
 * for a good name and for an empty one, which is only missing yet.
 */
export function useRefNameProblem(project: string, kind: "branch" | "tag", name: string): string | undefined {
  const settled = useSettled(name, typingDelayMs);
  const wrong = name === "" ? undefined : (refNameProblem(name) ?? undefined);
  const input = name === "" || wrong || settled !== name ? null : { id: project, search: `^${name}$` };
  const branches = useOperation(listBranches, kind === "branch" ? input : null);
  const tags = useOperation(listTags, kind === "tag" ? input : null);
  const found = (kind === "branch" ? branches : tags).data;
  if (wrong) return wrong;
  if (!input || !found?.some((each) => each.name === name)) return undefined;
  return kind === "branch" ? `A branch named ${name} already exists.` : `A tag named ${name} already exists.`;
}
