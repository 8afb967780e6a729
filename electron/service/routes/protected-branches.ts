import {
  deleteMergedBranches,
  protectBranch,
  unprotectBranch,
} from "../../../shared/api/resources/branches.ts";
import { requireReadableProject } from "../domain/access/require-readable-project.ts";
import { refRulesOf } from "../domain/branches/authorize-ref.ts";
import { moveRefs } from "../domain/branches/move-refs.ts";
import { denialOf } from "../domain/branches/ref-permission.ts";
import { GitRefusal } from "../git/git-refusal.ts";
import { branchTip, listRefs, noObject } from "../git/refs/refs.ts";
import { gitText } from "../git/run.ts";
import { httpError, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { accessLevels } from "../store/groups/members.ts";
import { type Project, touchProject } from "../store/projects/projects.ts";
import {
  listProtectedBranches,
  type ProtectedBranch,
  protectBranch as protect,
  unprotectBranch as unprotect,
} from "../store/projects/protected-branches.ts";
import { openMergeRequests } from "../store/review/merge-requests.ts";
import type { Store } from "../store/store.ts";

const describeLevel = (level: number): string =>
  level === 0 ? "No one" : level <= accessLevels.developer ? "Developers + Maintainers" : "Maintainers";

const toLevels = (level: number) => [
  { access_level: level, access_level_description: describeLevel(level), user_id: null, group_id: null },
];

const toProtectedBranch = (protection: ProtectedBranch) => ({
  id: protection.id,
  name: protection.name,
  push_access_levels: toLevels(protection.pushAccessLevel),
  merge_access_levels: toLevels(protection.mergeAccessLevel),
  allow_force_push: false,
});

/** Branches of a project that an open merge request comes from or goes to. */
const branchesInReview = (store: Store, project: Project): ReadonlySet<string> =>
  new Set(
    openMergeRequests(store, project.id).flatMap((mergeRequest) => [
      ...(mergeRequest.sourceProjectId === project.id ? [mergeRequest.sourceBranch] : []),
      ...(mergeRequest.projectId === project.id ? [mergeRequest.targetBranch] : []),
    ]),
  );

/** Levels that a protection may ask for. */
const levels = [0, accessLevels.developer, accessLevels.maintainer];

export const protectedBranchRoutes = [
  implement(deleteMergedBranches, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    const { defaultBranch } = project;
    if (defaultBranch === null) return undefined;
    const repository = context.repository(project);
    const rules = refRulesOf(context.store, context.user, project);
    const reviewed = branchesInReview(context.store, project);
    await repository.exclusively(async () => {
      const main = await branchTip(repository, defaultBranch);
      const args = [
        "for-each-ref",
        "--format=%(refname)",
        `--merged=refs/heads/${defaultBranch}`,
        "refs/heads/",
      ];
      const merged = new Set((await gitText(repository.folder, args)).split("\n"));
      for (const { name, commit } of await listRefs(repository, "heads")) {
        const ref = `refs/heads/${name}`;
        // A branch at the very tip of the default branch was just created: its work is still to come.
        if (!merged.has(ref) || commit === main || reviewed.has(name)) continue;
        if (denialOf(rules, { kind: "branch", name, change: "delete" }) !== null) continue;
        // One that has moved or is checked out meanwhile stays, as it does on other services.
        await moveRefs(context.store, project, [{ ref, before: commit, after: noObject }]).catch(
          (error: unknown) => {
            if (!(error instanceof GitRefusal && error.reason === "checked_out")) throw error;
          },
        );
      }
    });
    touchProject(context.store, project);
    return undefined;
  }),
  implement(protectBranch, (input, context) => {
    const project = context.project(input.id, "maintainer");
    const { name } = input;
    const pushAccessLevel = input.push_access_level ?? accessLevels.maintainer;
    const mergeAccessLevel = input.merge_access_level ?? accessLevels.maintainer;
    if (![pushAccessLevel, mergeAccessLevel].every((level) => levels.includes(level))) {
      throw httpError(422, { base: ["Access level is not included in the list"] });
    }
    if (listProtectedBranches(context.store, project.id).some((known) => known.name === name)) {
      throw httpError(409, `Protected branch '${name}' already exists`);
    }
    protect(context.store, project.id, { name, pushAccessLevel, mergeAccessLevel });
    const made = listProtectedBranches(context.store, project.id).find((known) => known.name === name);
    if (!made) throw new Error("the protection was not kept");
    return toProtectedBranch(made);
  }),
  implement(unprotectBranch, (input, context) => {
    const project = context.project(input.id, "maintainer");
    if (!unprotect(context.store, project.id, input.name)) throw notFound("Protected Branch");
    return undefined;
  }),
];
