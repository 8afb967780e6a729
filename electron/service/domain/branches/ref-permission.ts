import { accessLevels } from "../../store/access-levels.ts";
import { type FormerTag, findFormerTag } from "../../store/projects/former-tags.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  listProtectedBranches,
  type ProtectedBranch,
  protectionLevels,
} from "../../store/projects/protected-branches.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel } from "../access/access-level.ts";
import { type NameRule, nameRuleOf } from "./ref-names.ts";

/**
 * A requested change of a ref. `write` adds commits to a branch, `rewrite` removes commits from it, and
 * `merge` adds those of a merge request.
 */
export type RefChange =
  | {
      readonly kind: "branch";
      readonly name: string;
      readonly change: "create" | "write" | "rewrite" | "merge" | "delete";
    }
  | {
      readonly kind: "tag";
      readonly name: string;
      readonly change: "create" | "move" | "delete";
      /** Object that a new tag shall name; absent where none is made. */
      readonly at?: string;
    }
  | { readonly kind: "note"; readonly name: string; readonly change: "create" | "update" | "delete" };

/** Reason why a ref may not be changed. */
export type RefDenial = "archived" | "role" | "protected" | "default branch";

/** Rules that decide who may change a ref of a project. */
export interface RefRules {
  readonly archived: boolean;
  readonly defaultBranch: string | null;
  readonly protections: readonly ProtectedBranch[];
  /** The caller's access level in the project. */
  readonly level: number;
  /** Rule of the refs' file system for comparing names. */
  readonly nameRule: NameRule;
  /** Returns what a tag of a name named when it was deleted, null where none was. */
  readonly formerTag: (name: string) => FormerTag | null;
}

/** Returns the rules by which a user may change refs of a project. */
export function refRulesOf(store: Store, user: User | null, project: Project): RefRules {
  const nameRule = refNameRuleOf(project);
  return {
    archived: project.archived,
    defaultBranch: project.defaultBranch,
    protections: listProtectedBranches(store, project.id),
    level: accessLevel(store, user, project),
    nameRule,
    formerTag: (name) => findFormerTag(store, project.id, nameRule(name)),
  };
}

/** Returns the rule by which the names of a project's refs compare. */
export const refNameRuleOf = ({ origin, repositoryPath }: Project): NameRule =>
  nameRuleOf(origin ?? repositoryPath);

/**
 * Decides who may change a branch or tag; every change of one calls it. Returns null where the
 * change is allowed.
 *
 * - Nobody changes an archived project, and nobody below a developer changes a ref.
 * - A protected branch is created and written by those of its push level and merged into by those of its merge level;
 *   "no one" means nobody, whatever the role. Nobody rewrites or deletes it.
 * - Nobody deletes the default branch.
 * - A tag is created and deleted by developers, and moved by maintainers. One that was deleted is moved, too, where it is
 *   created again at something else.
 */
export function denialOf(rules: RefRules, change: RefChange): RefDenial | null {
  if (rules.archived) return "archived";
  if (rules.level < accessLevels.developer) return "role";
  if (change.kind === "tag") {
    return rules.level < accessLevels.maintainer && movesTag(rules, change) ? "protected" : null;
  }
  if (change.kind === "note") return null;
  const { name, change: action } = change;
  const { nameRule } = rules;
  if (
    action === "delete" &&
    rules.defaultBranch !== null &&
    nameRule(name) === nameRule(rules.defaultBranch)
  ) {
    return "default branch";
  }
  const levels = protectionLevels(rules.protections, name, nameRule);
  if (levels === null) return null;
  if (action === "rewrite" || action === "delete") return "protected";
  return rules.level < (action === "merge" ? levels.merge : levels.push) ? "protected" : null;
}

function movesTag(rules: RefRules, { name, change, at }: RefChange & { readonly kind: "tag" }): boolean {
  if (change !== "create" || at === undefined) return change === "move";
  const former = rules.formerTag(name);
  return former !== null && at !== former.target && at !== former.commit;
}
