import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { type FormerTag, findFormerTag } from "../../store/projects/former-tags.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  listProtectedBranches,
  type ProtectedBranch,
  protectionLevels,
} from "../../store/projects/protected-branches.ts";
import { listProtectedTags, type ProtectedTag, tagCreateLevel } from "../../store/projects/protected-tags.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel } from "../access/access-level.ts";

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
export type RefDenial = "archived" | "role" | "protected" | "moved tag" | "default branch";

/** Rules that decide who may change a ref of a project. */
interface RefRules {
  readonly archived: boolean;
  readonly defaultBranch: string | null;
  readonly protections: readonly ProtectedBranch[];
  readonly tagProtections: readonly ProtectedTag[];
  /** The caller's access level in the project. */
  readonly level: number;
  /** Rule of the refs' file system for comparing names. */
  readonly nameRule: NameRule;
  /** Returns what a tag of a name named when it was deleted, null where none was. */
  readonly formerTag: (name: string) => FormerTag | null;
}

/** Returns the rules by which a user may change refs of a project. */
export function refRulesOf(store: ServiceStore, user: User | null, project: Project): RefRules {
  const nameRule = refNameRuleOf(store, project);
  return {
    archived: project.archived,
    defaultBranch: project.defaultBranch,
    protections: listProtectedBranches(store, project.id),
    tagProtections: listProtectedTags(store, project.id),
    level: accessLevel(store, user, project),
    nameRule,
    formerTag: (name) => findFormerTag(store, project.id, nameRule(name)),
  };
}

/** Returns the rule by which the names of a project's refs compare. */
export function refNameRuleOf(store: ServiceStore, { origin, repositoryPath }: Project): NameRule {
  const folder = origin ?? repositoryPath;
  const rules = nameRules(store);
  const rule = rules.get(folder) ?? nameRuleOf(folder);
  rules.set(folder, rule);
  return rule;
}

/** Rules by folder: the volume of one may stop responding later. */
const nameRules = perService(() => new Map<string, NameRule>());

/**
 * Decides who may change a branch or tag; every change of one calls it. Returns null where the
 * change is allowed.
 *
 * - Nobody changes an archived project, and nobody below a developer changes a ref.
 * - A protected branch is created and written by those of its push level and merged into by those of its merge level;
 *   "no one" means nobody, whatever the role. Nobody deletes it, and it is rewritten only where it may be force-pushed, by
 *   those who may push.
 * - Nobody deletes the default branch.
 * - A tag is created and deleted by developers, and moved by maintainers. One that was deleted is moved, too, where it is
 *   created again at something else.
 * - A protected tag is created by those of its level, moved by nobody, and deleted by the maintainers among them.
 */
export function denialOf(rules: RefRules, change: RefChange): RefDenial | null {
  if (rules.archived) return "archived";
  if (rules.level < accessLevels.developer) return "role";
  if (change.kind === "tag") return tagDenialOf(rules, change);
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
  if (action === "delete" || (action === "rewrite" && !levels.forcePush)) return "protected";
  return rules.level < (action === "merge" ? levels.merge : levels.push) ? "protected" : null;
}

function tagDenialOf(rules: RefRules, change: RefChange & { readonly kind: "tag" }): RefDenial | null {
  const createLevel = tagCreateLevel(rules.tagProtections, change.name, rules.nameRule);
  if (createLevel !== null) {
    if (change.change === "move" || rules.level < createLevel) return "protected";
    if (change.change === "delete" && rules.level < accessLevels.maintainer) return "protected";
  }
  return rules.level < accessLevels.maintainer && movesTag(rules, change) ? "moved tag" : null;
}

function movesTag(rules: RefRules, { name, change, at }: RefChange & { readonly kind: "tag" }): boolean {
  if (change !== "create" || at === undefined) return change === "move";
  const former = rules.formerTag(name);
  return former !== null && at !== former.target && at !== former.commit;
}

/** Form of a name by which a file system compares it: the same text, or without case and what else it ignores. */
type NameRule = (name: string) => string;

/** Names that differ in one byte are two names. */
const exact: NameRule = (name) => name;

/** Characters that file systems of macOS leave out of a comparison. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Returns a name as the most lenient file system compares it: Windows drops trailing dots, macOS normalises. */
export const folded: NameRule = (name) =>
  name
    .normalize("NFD")
    .replace(ignorable, "")
    .toLowerCase()
    .normalize("NFC")
    .split("/")
    .map((part) => part.replace(/(?<![. ])[. ]+$/, ""))
    .join("/");

/**
 * Returns how the file system of a folder compares names. Refs are files: where `MAIN` and `main` are one file
 * they are one branch.
 */
export const nameRuleOf = (folder: string): NameRule => (foldsCase(folder) ? folded : exact);

/** Checks whether the folder exists under its name in the other case. */
function foldsCase(folder: string): boolean {
  const name = basename(folder);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  return other !== name && existsSync(join(dirname(folder), other));
}

/** Returns whether a name contains a search term, ignoring case; `^term` matches its start, `term$` its end. */
export function matchesSearch(name: string, search: string | undefined): boolean {
  if (!search) return true;
  const text = name.toLowerCase();
  const term = search.toLowerCase();
  const starts = term.startsWith("^");
  const ends = term.endsWith("$");
  const bare = term.slice(starts ? 1 : 0, ends ? -1 : undefined);
  if (starts && ends) return text === bare;
  if (starts) return text.startsWith(bare);
  return ends ? text.endsWith(bare) : text.includes(bare);
}
