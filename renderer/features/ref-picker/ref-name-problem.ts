import { listBranches } from "../../../shared/api/resources/branches.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useSettled } from "../../ui/panes/use-settled.ts";

const fullHash = /^(?:[\da-f]{40}|[\da-f]{64})$/i;
/** Signs that git allows in no name, with how they are called. */
const forbidden: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\s/, "spaces"],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
  [/[\x00-\x1f\x7f]/, "control characters"],
  [/\.\./, '".."'],
  [/@\{/, '"@{"'],
  [/\/\//, '"//"'],
];

/**
 * Returns why git or the service refuses a name of a branch or tag, by the rules of `git check-ref-format`; null where
 * they accept it.
 */
export function refNameProblem(name: string): string | null {
  if (name === "") return "Enter a name.";
  const sign = /[~^:?*[\\]/.exec(name)?.[0];
  if (sign) return `Names cannot contain "${sign}".`;
  const found = forbidden.find(([pattern]) => pattern.test(name));
  if (found) return `Names cannot contain ${found[1]}.`;
  if (name.startsWith("-")) return 'Names cannot start with "-".';
  if (name.startsWith("/") || name.endsWith("/")) return 'Names cannot start or end with "/".';
  if (name.endsWith(".")) return 'Names cannot end with ".".';
  const parts = name.split("/");
  if (parts.some((part) => part.startsWith("."))) return 'No part of a name can start with ".".';
  if (parts.some((part) => part.endsWith(".lock"))) return 'No part of a name can end with ".lock".';
  if (name === "HEAD" || name === "@") return `"${name}" is reserved by git.`;
  if (fullHash.test(name)) return "A name cannot look like a commit hash.";
  return null;
}

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

/** Returns the first of `BASE-1`, `BASE-2` … that no branch of the project has; `BASE-1` while they are read. */
export function useFreeBranchName(project: string, base: string): string {
  const { data: branches = [] } = useOperationAll(listBranches, { id: project, search: `^${base}-` });
  const taken = new Set(branches.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
