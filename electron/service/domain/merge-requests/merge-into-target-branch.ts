import { type MergeMessageValues, mergeMessage } from "../../../../shared/review/merge-message.ts";
import { timeNow } from "../../clock.ts";
import { isAncestor, mergeBase } from "../../git/ancestry.ts";
import { commitFiles } from "../../git/commit-files.ts";
import { commitTree, mergeTrees, treeOfCommit } from "../../git/commit-tree.ts";
import { log } from "../../git/log.ts";
import { resolveCommit } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  findMergeRequestById,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import { approversOf, reviewersOf } from "../../store/review/reviewers.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { denialOf, refRulesOf } from "../branches/ref-permission.ts";
import {
  falseIfCheckedOut,
  type RefWriter,
  requireUpdated,
  updateBranch,
} from "../branches/update-branch.ts";
import { mergeRequestChanged } from "../events/events.ts";
import { closeIssuesOf } from "../issues/close-issues.ts";
import { conflict, invalid, Refusal, unauthorized } from "../refusal.ts";
import { unmetRequirement } from "./describe-merge-request.ts";

/** A merge as it is requested. */
export interface AcceptRequest {
  /** Head of the source branch as the user has reviewed it. */
  readonly sha: string | undefined;
  readonly squash: boolean | undefined;
  readonly squashMessage: string | undefined;
  readonly mergeMessage: string | undefined;
  readonly removeSourceBranch: boolean | undefined;
  /** Update a target that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree: boolean;
  /** Address of the merge request's page, for templates of messages. */
  readonly url: string;
}

/**
 * Merges a merge request and deletes its source branch where requested. Throws `unauthorized` where the user may not merge into
 * the target, `wrongState` where it is not open, a draft, or does not meet what the project needs, `unmergeable` where it cannot be merged, and `conflict` where the source branch has
 * other commits than those reviewed.
 */
export async function mergeIntoTargetBranch(
  writer: RefWriter,
  mergeRequest: MergeRequest,
  request: AcceptRequest,
): Promise<void> {
  const { store, project, user } = writer;
  const { id, targetBranch: branch } = mergeRequest;
  const change = { kind: "branch", name: branch, change: "merge" } as const;
  if (denialOf(refRulesOf(store, user, project), change) !== null) throw unauthorized();
  const result = await updateBranch(writer, {
    branch,
    change: "merge",
    build: async ({ repository, tip }) => {
      const current = findMergeRequestById(store, id);
      if (current?.state !== "opened" || current.wip) throw new Refusal("wrongState", {});
      if (unmetRequirement(store, project, current)) throw new Refusal("wrongState", {});
      if (tip === null) throw cannotMerge();
      return buildMerge(writer, current, request, repository, tip);
    },
    record: (mergeCommitSha) => {
      const now = timeNow(store);
      changeMergeRequest(
        store,
        id,
        { state: "merged", mergeCommitSha, mergedById: user.id, mergedAt: now, mergeError: null },
        now,
      );
      addSystemNote(store, mergeRequest, user.id, "merged", now);
      closeIssuesOf(store, project, mergeRequest, user.id);
      mergeRequestChanged.emit(store, { mergeRequestId: id, userId: user.id, action: "merge" });
    },
    message: `merge (helve): ${mergeRequest.sourceBranch}`,
    updateWorktree: request.updateWorktree,
  });
  if (result.kind !== "updated") throw cannotMerge();
  if (request.removeSourceBranch ?? mergeRequest.removeSourceBranch) await deleteSource(writer, mergeRequest);
}

const cannotMerge = () => new Refusal("unmergeable", {});

/** Makes the commit that merges a source into a target and returns its hash. Throws `unmergeable` and `conflict`. */
async function buildMerge(
  { store, project, user }: RefWriter,
  mergeRequest: MergeRequest,
  request: AcceptRequest,
  repository: Repository,
  target: string,
): Promise<string> {
  const head = latestVersion(store, mergeRequest.id)?.headSha;
  if (!head) throw cannotMerge();
  if (request.sha !== undefined && request.sha !== head) {
    throw conflict(`SHA does not match HEAD of source branch: ${head}`);
  }
  const base = await mergeBase(repository, [target, head]);
  const merged = base ? await mergeTrees(repository, base, target, head) : null;
  if (base === null || merged?.kind !== "tree") throw cannotMerge();
  // It has to be rebased first.
  if (project.mergeMethod !== "merge" && base !== target) throw cannotMerge();
  const { authorId } = mergeRequest;
  const author = (authorId === null ? null : findUser(store, authorId)) ?? user;
  const { mergeTemplate, squashTemplate } = project;
  const values = async () =>
    messageValues(
      { store, project, user },
      { mergeRequest, author, repository, base, head, url: request.url },
    );
  const isFastForward = project.mergeMethod === "ff";
  const squash = async (tree: string, parent: string) => {
    const message = request.squashMessage ?? mergeMessage("squash", squashTemplate, await values());
    return commitTree(repository, tree, [parent], { message, author, committer: user });
  };
  const isSquashed = squashes(project, request.squash ?? mergeRequest.squash);
  if (isFastForward) return isSquashed ? squash(merged.tree, target) : head;
  // The squashed commit stands where the branch began, and is merged as the branch would have been.
  const source = isSquashed ? await squash(await treeOfCommit(repository, head), base) : head;
  const message = request.mergeMessage ?? mergeMessage("merge", mergeTemplate, await values());
  return commitTree(repository, merged.tree, [target, source], { message, author: user, committer: user });
}

/** Returns whether the commits of a merge request become one: as the project demands, else as it was asked for. */
const squashes = ({ squashOption }: Project, asked: boolean): boolean =>
  squashOption === "always" || (squashOption !== "never" && asked);

/** Commits whose messages a template can have. */
const maxMessages = 100;

/** Returns what the variables of the project's templates stand for. */
async function messageValues(
  { store, project, user }: RefWriter,
  merge: {
    readonly mergeRequest: MergeRequest;
    readonly author: User;
    readonly repository: Repository;
    readonly base: string | null;
    readonly head: string;
    readonly url: string;
  },
): Promise<MergeMessageValues> {
  const { mergeRequest, author, repository, base, head, url } = merge;
  const commits = await log(repository, { from: head, without: base ?? head, limit: maxMessages });
  const named = ({ name, email }: User) => `${name} <${email}>`;
  const people = (ids: readonly number[]) => ids.flatMap((id) => findUser(store, id) ?? []).map(named);
  return {
    title: mergeRequest.title,
    description: mergeRequest.description,
    sourceBranch: mergeRequest.sourceBranch,
    targetBranch: mergeRequest.targetBranch,
    iid: mergeRequest.iid,
    projectPath: project.fullPath,
    url,
    commits: commits.map(({ message }) => message).toReversed(),
    approvedBy: people(approversOf(store, mergeRequest.id)),
    reviewedBy: people(reviewersOf(store, mergeRequest.id)),
    author: named(author),
    mergedBy: named(user),
  };
}

/**
 * Deletes the source branch of a merged merge request, unless the user may not, it is checked out, or it has commits
 * that were not merged. It stays then: the merge is done either way.
 */
async function deleteSource({ store, user }: RefWriter, mergeRequest: MergeRequest): Promise<void> {
  const { sourceProjectId, sourceBranch: branch } = mergeRequest;
  const project = sourceProjectId === null ? null : findProject(store, sourceProjectId);
  const expected = latestVersion(store, mergeRequest.id)?.headSha;
  if (!project || expected === undefined) return;
  const deletion = { branch, change: "delete", expected, build: async () => null } as const;
  await updateBranch({ store, project, user }, deletion).catch(falseIfCheckedOut);
}

/** A file as its conflicts were resolved; without content it is deleted. */
interface ResolvedFile {
  readonly path: string;
  readonly content: Uint8Array | null;
}

interface ConflictResolution {
  /** Heads of both branches as they were read. */
  readonly sourceSha: string;
  readonly targetSha: string;
  readonly message: string;
  readonly files: readonly ResolvedFile[];
}

/**
 * Merges the target branch into the source branch of a merge request, with conflicting files as they were resolved, and
 * returns the hash of the merge commit. Throws `forbidden` where the user may not push, `wrongState` where the merge request is not open,
 * `conflict` where the source branch has other commits, and `invalid` where a conflict is left or the branches are in two projects.
 */
export async function resolveConflicts(
  writer: RefWriter,
  mergeRequest: MergeRequest,
  { sourceSha, targetSha, message, files }: ConflictResolution,
): Promise<string> {
  const { project, user } = writer;
  const { sourceBranch: branch } = mergeRequest;
  if (mergeRequest.state !== "opened") throw new Refusal("wrongState", {});
  if (mergeRequest.sourceProjectId !== project.id)
    throw invalid("Conflicts with a fork cannot be resolved here");
  const result = await updateBranch(writer, {
    branch,
    build: async ({ repository, tip }) => {
      if (tip !== sourceSha) throw conflict(`SHA does not match HEAD of source branch: ${tip}`);
      const target = await resolveCommit(repository, targetSha);
      if (!target || !(await isAncestor(repository, target, `refs/heads/${mergeRequest.targetBranch}`)))
        throw invalid("target_sha is not a commit of the target branch");
      const tree = await mergedTree(repository, sourceSha, target, files);
      return commitTree(repository, tree, [sourceSha, target], { message, author: user, committer: user });
    },
    message: `merge (helve): ${mergeRequest.targetBranch}`,
  });
  return requireUpdated(result, branch);
}

/** Returns the tree of a merge with its conflicting files replaced. Throws `invalid` where a conflict is left. */
async function mergedTree(
  repository: Repository,
  source: string,
  target: string,
  files: readonly ResolvedFile[],
): Promise<string> {
  const base = await mergeBase(repository, [source, target]);
  if (!base) throw invalid("The branches have no commit in common");
  const merged = await mergeTrees(repository, base, source, target);
  const left = merged.kind === "tree" ? [] : merged.paths;
  const resolved = new Set(files.map(({ path }) => path));
  const open = left.filter((path) => !resolved.has(path));
  if (open.length > 0) throw invalid(`Unresolved conflicts: ${[...new Set(open)].join(", ")}`);
  // The files are written to the tree with conflict markers; the commit itself is discarded.
  const nobody = { message: "resolve", author: helve, committer: helve };
  const marked = await commitTree(repository, merged.tree, [], nobody);
  const changes = await Promise.all(
    files.map(async ({ path, content }) => {
      const isThere = (await repository.objects.check(`${marked}:${path}`)) !== null;
      if (content === null) return isThere ? [{ kind: "delete" as const, path }] : [];
      const kind = isThere ? ("update" as const) : ("create" as const);
      return [{ kind, path, content }];
    }),
  );
  const commit = await commitFiles(repository, { ...nobody, parent: marked, changes: changes.flat() });
  return treeOfCommit(repository, commit);
}

const helve = { name: "helve", email: "helve@localhost" };
