import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import {
  type CodeOwner,
  codeOwnersPaths,
  ownersRules,
  parseCodeOwners,
} from "../../../../shared/review/code-owners.ts";
import { diffTrees } from "../../git/diff-tree.ts";
import { branchTip } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findGroupByPath } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { approversOf } from "../../store/review/reviewers.ts";
import { findUser, findUserByEmail, findUserByName, type User } from "../../store/users/users.ts";
import { memberLevel } from "../access/access-level.ts";
import { projectRepository } from "../originals/original-state.ts";
import { findMembers } from "../projects/members.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** A rule of approval, with who may meet it and who did. */
export interface ApprovalRule {
  readonly type: "any_approver" | "code_owner";
  readonly name: string;
  /** Of the owners' file; null for a rule that is of none. */
  readonly section: string | null;
  readonly required: number;
  readonly eligible: readonly User[];
  readonly approvedBy: readonly User[];
}

/** Bytes of the longest file of owners, and the files of a change that are compared with it. */
const maxOwnersBytes = 1024 * 1024;
const maxFiles = 3_000;

/**
 * Returns the rules of approval of a merge request: the number of people that the project needs, and the owners of the files
 * that it changes, by the `CODEOWNERS` of its target branch. Nothing requires owners to approve, as on branches of GitLab that are not
 * protected for that. `signal` ends git.
 */
export async function approvalRulesOf(
  store: ServiceStore,
  { project, mergeRequest }: MergeRequestInProject,
  signal: AbortSignal,
): Promise<ApprovalRule[]> {
  const approvers = approversOf(store, mergeRequest.id).flatMap((id) => findUser(store, id) ?? []);
  const anybody: ApprovalRule = {
    type: "any_approver",
    name: "All Members",
    section: null,
    required: project.approvalsRequired,
    eligible: [],
    approvedBy: approvers,
  };
  const version = latestVersion(store, mergeRequest.id);
  const repository = projectRepository(store, project);
  const target = await branchTip(repository, mergeRequest.targetBranch);
  const text = target && (await readCodeOwners(repository, target, signal));
  if (!text || !version) return [anybody];
  const diff = await diffTrees(repository, version.baseSha, version.headSha, signal);
  const files = await diff.slice(0, Math.min(diff.total, maxFiles));
  const paths = [...new Set(files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]))];
  const rules = ownersRules(parseCodeOwners(text), paths).map(
    ({ section, pattern, owners }): ApprovalRule => {
      const eligible = usersOf(store, project, owners);
      const ids = new Set(eligible.map(({ id }) => id));
      return {
        type: "code_owner",
        name: pattern,
        section: section === "" ? "codeowners" : section,
        required: 0,
        eligible,
        approvedBy: approvers.filter(({ id }) => ids.has(id)),
      };
    },
  );
  return [anybody, ...rules];
}

async function readCodeOwners(
  repository: Repository,
  commit: string,
  signal: AbortSignal,
): Promise<string | null> {
  for (const path of codeOwnersPaths) {
    const info = await repository.objects.check(`${commit}:${path}`);
    if (info?.type !== "blob" || info.size > maxOwnersBytes) continue;
    return (await repository.objects.read(info.id, signal))?.content.toString() ?? null;
  }
  return null;
}

/** Returns the people that owners stand for: those who may approve in the project. */
function usersOf(store: ServiceStore, project: Project, owners: readonly CodeOwner[]): User[] {
  const members = findMembers(store, project, undefined).filter(
    ({ level }) => level >= accessLevels.developer,
  );
  const found = owners.flatMap(({ kind, text }) => {
    if (kind === "email") return findUserByEmail(store, text) ?? [];
    if (kind === "role") {
      const level = Reflect.get(accessLevels, text);
      return members.filter((member) => member.level === level).map(({ user }) => user);
    }
    const group = findGroupByPath(store, text);
    if (!group) return findUserByName(store, text) ?? [];
    return members.filter(({ user }) => memberLevel(store, user.id, group) > 0).map(({ user }) => user);
  });
  const ids = new Set(members.map(({ user }) => user.id));
  return [...new Map(found.map((user) => [user.id, user])).values()].filter(({ id }) => ids.has(id));
}
