import type { Project } from "../../store/projects/projects.ts";
import { listProtectedBranches } from "../../store/projects/protected-branches.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel } from "../access/access-level.ts";
import { nameRuleOf } from "./ref-names.ts";
import { denialOf, type RefChange, type RefDenial, type RefRules } from "./ref-permission.ts";

/** Returns the rules by which a user may change refs of a project. */
export const refRulesOf = (store: Store, user: User | null, project: Project): RefRules => ({
  archived: project.archived,
  defaultBranch: project.defaultBranch,
  protections: listProtectedBranches(store, project.id),
  level: accessLevel(store, user, project),
  nameRule: nameRuleOf(project.origin ?? project.repositoryPath),
});

/** Returns why a user may not change a ref of a project; null where the change is allowed. */
export const denialFor = (
  store: Store,
  user: User | null,
  project: Project,
  change: RefChange,
): RefDenial | null => denialOf(refRulesOf(store, user, project), change);
