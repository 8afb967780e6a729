import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import {
  createMergeRequest,
  listMergeRequestVersions,
  listProjectMergeRequests,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote, listMergeRequestNotes } from "../../../shared/api/resources/notes.ts";
import { updateProject } from "../../../shared/api/resources/projects.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { describeEnd, describeMergeRequest, titleOf } from "./describe-merge-request.ts";
import { planTimeline, type TimelineEvent } from "./plan-timeline.ts";
import type { PublishRun } from "./publish-run.ts";
import { composeText } from "./rewrite-text.ts";
import { isRefusal } from "./service-side.ts";
import { type MergeRequestItem, mergeRequestItem, numberKey, versionItem } from "./source-items.ts";
import { milestoneId, requireProject, unprotectOnce } from "./write-project.ts";
import { describedResult, hashOf } from "./write-texts.ts";

/** Milliseconds in which a service records a push. */
const maxRecordMs = 60_000;
const maxMergeMs = 10_000;
const isDone = z.boolean();

/** Names of branches come from a service: git refuses the rest of what it does not take. */
const isRefName = (ref: string): boolean => /^refs\/(heads|tags)\/[^\p{Cc} ~^:?*[\\]+$/u.test(ref);

/** Branches of the target while the history of its merge requests is made. */
class TargetBranches {
  readonly #run: PublishRun;
  readonly #tips: Map<string, string>;

  private constructor(run: PublishRun, tips: Map<string, string>) {
    this.#run = run;
    this.#tips = tips;
  }

  static async read(run: PublishRun): Promise<TargetBranches> {
    return new TargetBranches(run, await run.code.remoteRefs(run.targetCode));
  }

  get isEmpty(): boolean {
    return this.#tips.size === 0;
  }

  /** Sets branches and tags; null deletes one. Returns whether the target took them all. */
  async set(refs: ReadonlyMap<string, string | null>): Promise<boolean> {
    const changed = [...refs].filter(([ref, to]) => {
      if (isRefName(ref)) return (this.#tips.get(ref) ?? null) !== to;
      this.#run.lose("Branches and tags", "This is no name of a branch.", ref.slice(0, 200));
      return false;
    });
    if (changed.length === 0) return true;
    const refused = await this.#run.code.push(
      this.#run.targetCode,
      changed.map(([ref, to]) => ({ ref, to })),
    );
    for (const [ref, to] of changed) {
      if (refused.has(ref)) continue;
      if (to === null) this.#tips.delete(ref);
      else this.#tips.set(ref, to);
    }
    for (const [ref, why] of refused)
      this.#run.lose("Branches and tags", `The target refused them: ${why}`, ref);
    return refused.size === 0;
  }

  setBranch = (name: string, to: string): Promise<boolean> => this.set(new Map([[`refs/heads/${name}`, to]]));

  get refs(): ReadonlyMap<string, string> {
    return this.#tips;
  }
}

/**
 * Makes the history of all merge requests again: each version is pushed after its target branch is where it was then, so that
 * the target records the same versions, and merges what is merged by itself. Then sets all branches and tags.
 */
export async function writeRepository(run: PublishRun): Promise<void> {
  const { refs, defaultBranch } = requireProject(run);
  const branches = await TargetBranches.read(run);
  const events = planTimeline(run);
  // The first branch of a project is its default one.
  const first = defaultBranch === null ? undefined : refs[`refs/heads/${defaultBranch}`];
  if (defaultBranch !== null && first && branches.isEmpty) {
    run.report(`Pushing ${defaultBranch}`);
    const start = events.length > 0 ? await firstStart(run, events, defaultBranch) : null;
    await branches.setBranch(defaultBranch, start ?? first);
  }
  if (defaultBranch !== null) await unprotectOnce(run, defaultBranch);
  const open = new Set<string>();
  for (const event of events) {
    const item = run.store.item(run.id, "merge-request", numberKey(event.iid), mergeRequestItem);
    if (!item) continue;
    if (event.version === null) {
      run.advance(`Ending !${event.iid}`);
      open.delete(item.sourceBranch);
      await endMergeRequest(run, branches, item);
    } else {
      run.advance(`Version ${event.version + 1} of !${event.iid}`);
      open.add(item.sourceBranch);
      await writeVersion(run, branches, item, event.version, open);
    }
  }
  run.report("Pushing all branches and tags");
  await branches.set(new Map(Object.entries(refs)));
  if (defaultBranch !== null) await setDefaultBranch(run, defaultBranch);
  await branches.set(await leftovers(run, branches, refs));
}

async function setDefaultBranch(run: PublishRun, defaultBranch: string): Promise<void> {
  await run.once("default-branch", isDone, {
    what: "Default branch",
    name: defaultBranch,
    find: async () => null,
    async write() {
      await run.target.write(updateProject, { id: run.targetProject, default_branch: defaultBranch });
      return true;
    },
  });
}

/** Returns the branches that only merge requests had, without those of open ones. */
async function leftovers(
  run: PublishRun,
  { refs: tips }: TargetBranches,
  refs: Readonly<Record<string, string>>,
): Promise<Map<string, null>> {
  const needed = new Set<string>();
  for (const { value } of run.store.items(run.id, "merge-request", mergeRequestItem)) {
    if (value.state === "merged" || value.state === "closed") continue;
    for (const branch of [value.sourceBranch, value.targetBranch]) {
      const ref = `refs/heads/${branch}`;
      needed.add(ref);
      if (tips.has(ref) && refs[ref] === undefined && !value.isFromFork)
        run.lose(
          "Deleted branches of open merge requests",
          "A merge request is open as long as its branch exists.",
          branch,
        );
    }
  }
  return new Map(
    [...tips.keys()]
      .filter((ref) => refs[ref] === undefined && !needed.has(ref) && /^refs\/(heads|tags)\//.test(ref))
      .map((ref) => [ref, null] as const),
  );
}

/** Returns where a branch was when the first merge request into it was opened. */
async function firstStart(
  run: PublishRun,
  events: readonly TimelineEvent[],
  branch: string,
): Promise<string | null> {
  for (const { iid, version } of events) {
    if (version === null) continue;
    const item = run.store.item(run.id, "merge-request", numberKey(iid), mergeRequestItem);
    if (item?.targetBranch === branch) return startOf(run, item, version);
  }
  return null;
}

const versionOf = (run: PublishRun, iid: number, index: number) =>
  run.store.item(run.id, "version", `${numberKey(iid)}:${numberKey(index)}`, versionItem);

/** Returns the commit that the target branch had for a version; null where it is gone. */
async function startOf(
  run: PublishRun,
  { iid, targetBranch }: MergeRequestItem,
  index: number,
): Promise<string | null> {
  const version = versionOf(run, iid, index);
  const tip = requireProject(run).refs[`refs/heads/${targetBranch}`];
  for (const hash of [version?.start, version?.base, tip])
    if (hash && (await run.code.has(hash))) return hash;
  return null;
}

async function writeVersion(
  run: PublishRun,
  branches: TargetBranches,
  item: MergeRequestItem,
  index: number,
  open: ReadonlySet<string>,
): Promise<void> {
  const { iid, sourceBranch, targetBranch } = item;
  if (run.store.step(run.id, `version:${iid}:${index}`)?.done) return;
  const version = versionOf(run, iid, index);
  const start = await startOf(run, item, index);
  if (!version || !start || !(await run.code.has(version.head))) {
    const why = "The source no longer has its commits.";
    run.lose("Versions of merge requests", why, `!${iid}, version ${index + 1}`);
    return;
  }
  await run.once(`version:${iid}:${index}`, isDone, {
    what: "Versions of merge requests",
    name: `!${iid}, version ${index + 1}`,
    find: async () => null,
    async write() {
      // The branch of another open one would get a version by that.
      if (!open.has(targetBranch) || !branches.refs.has(`refs/heads/${targetBranch}`))
        await branches.setBranch(targetBranch, start);
      await branches.setBranch(sourceBranch, version.head);
      const number = await createOnce(run, item);
      if (number === null) return true;
      if (!(await isRecorded(run, number, version.head))) {
        const why = "The target did not record the push as a version.";
        run.lose("Versions of merge requests", why, `!${iid}, version ${index + 1}`);
      }
      return true;
    },
  });
}

/** Creates a merge request once and returns its number; null where the target refuses it. */
async function createOnce(run: PublishRun, item: MergeRequestItem): Promise<number | null> {
  const { target, targetProject } = run;
  const { iid, sourceBranch, targetBranch } = item;
  const description = describeMergeRequest(run, item);
  const text = hashOf(description);
  const milestone = milestoneId(run, item.milestone);
  const made = await run.once(`merge-request:${iid}`, describedResult, {
    what: "Merge requests",
    name: `!${iid}`,
    async find() {
      const mark = run.markOf(`merge-request:${iid}`);
      const filter = { id: targetProject, source_branch: sourceBranch, state: "all", scope: "all" } as const;
      for await (const found of target.entries(listProjectMergeRequests, filter))
        if (found.description?.includes(mark)) return { iid: found.iid, text };
      return null;
    },
    async write() {
      const { iid: number } = await target.write(createMergeRequest, {
        id: targetProject,
        source_branch: sourceBranch,
        target_branch: targetBranch,
        title: titleOf(item),
        description,
        labels: item.labels.join(","),
        assignee_ids: run.userIds(item.assignees),
        reviewer_ids: run.userIds(item.reviewers),
        ...(milestone === null ? {} : { milestone_id: milestone }),
      });
      return { iid: number, text };
    },
  });
  if (made && made.iid !== iid)
    run.lose(
      "Numbers of merge requests",
      "The target gave another one; texts name the new one.",
      `!${iid} is !${made.iid}`,
    );
  return made?.iid ?? null;
}

/** Waits until a service has recorded a pushed head as the newest version. */
async function isRecorded(
  { target, targetProject, signal }: PublishRun,
  iid: number,
  head: string,
): Promise<boolean> {
  const of = { id: targetProject, merge_request_iid: iid };
  for (let waited = 0, pause = 100; ; waited += pause, pause = Math.min(2000, pause * 2)) {
    const versions = await target.read(listMergeRequestVersions, of);
    if (versions.some(({ head_commit_sha }) => head_commit_sha === head)) return true;
    if (waited > maxRecordMs) return false;
    await delay(pause, undefined, { signal });
  }
}

async function stateOf({ target, targetProject }: PublishRun, iid: number): Promise<string | null> {
  const [found] = await target.read(listProjectMergeRequests, {
    id: targetProject,
    iids: [iid],
    state: "all",
    scope: "all",
  });
  return found?.state ?? null;
}

/** Merges what is merged, by a push of its merge as services find it; else closes it. */
async function endMergeRequest(
  run: PublishRun,
  branches: TargetBranches,
  item: MergeRequestItem,
): Promise<void> {
  const { iid } = item;
  const made = run.resultOf(`merge-request:${iid}`, describedResult);
  if (!made) return;
  await run.once(`end:${iid}`, isDone, {
    what: "Ends of merge requests",
    name: `!${iid}`,
    find: async () => null,
    async write() {
      if (item.state === "merged" && (await pushMerge(run, branches, item))) {
        for (let waited = 0, pause = 100; waited <= maxMergeMs; waited += pause, pause *= 2) {
          if ((await stateOf(run, made.iid)) === "merged") return true;
          await delay(pause, undefined, { signal: run.signal });
        }
      }
      await close(run, item, made.iid);
      return true;
    },
  });
}

async function close(run: PublishRun, item: MergeRequestItem, iid: number): Promise<void> {
  const { target, targetProject } = run;
  const of = { id: targetProject, merge_request_iid: iid };
  if ((await stateOf(run, iid)) === "opened")
    await target.write(updateMergeRequest, { ...of, state_event: "close" });
  if (item.state !== "merged") return;
  const why =
    "No push shows their merge, since they were squashed, rebased or empty: they are closed, with a comment that names it.";
  run.lose("The state merged", why, `!${item.iid}`);
  const mark = run.markOf(`merged:${item.iid}`);
  const body = composeText(describeEnd(item), "", mark);
  await run.once(`merged-note:${item.iid}`, isDone, {
    what: "The state merged",
    name: `!${item.iid}`,
    async find() {
      for await (const note of target.entries(listMergeRequestNotes, of))
        if (note.body.includes(mark)) return true;
      return null;
    },
    async write() {
      await target.write(createMergeRequestNote, { ...of, body });
      return true;
    },
  });
}

/** Sets the target branch to the merge of a merge request. Returns false where its history does not have the head. */
async function pushMerge(
  run: PublishRun,
  branches: TargetBranches,
  item: MergeRequestItem,
): Promise<boolean> {
  const { iid, targetBranch, mergeCommit } = item;
  let head: string | null = null;
  for (let index = 0; ; index++) {
    const version = versionOf(run, iid, index);
    if (!version) break;
    head = version.head;
  }
  if (head === null || !(await run.code.has(head))) return false;
  const tip = requireProject(run).refs[`refs/heads/${targetBranch}`];
  const merge = mergeCommit !== null && (await run.code.has(mergeCommit)) ? mergeCommit : head;
  if (!(await run.code.isAncestor(head, merge))) return false;
  if (tip !== undefined && !(await run.code.isAncestor(merge, tip))) return false;
  try {
    return await branches.setBranch(targetBranch, merge);
  } catch (error) {
    if (error instanceof ProblemError && isRefusal(error)) return false;
    throw error;
  }
}
