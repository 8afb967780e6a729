import { listDiscussions, listIssueDiscussions } from "../../../shared/api/resources/discussions.ts";
import { getIssue } from "../../../shared/api/resources/issues.ts";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import { listDirectMembers } from "../../../shared/api/resources/members.ts";
import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import type { Note } from "../../../shared/api/resources/notes.ts";
import {
  getRawProjectSnippet,
  getRawProjectSnippetFile,
  listProjectSnippets,
} from "../../../shared/api/resources/project-snippets.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listProtectedBranches } from "../../../shared/api/resources/protected-branches.ts";
import { getRelease } from "../../../shared/api/resources/releases.ts";
import { getWikiPage } from "../../../shared/api/resources/wikis.ts";
import { describeMergeRequest, titleOf } from "./describe-merge-request.ts";
import type { PublishRun } from "./publish-run.ts";
import {
  issueItem,
  labelItem,
  memberItem,
  mergeRequestItem,
  milestoneItem,
  numberKey,
  protectedBranchItem,
  releaseItem,
  snippetItem,
  type ThreadItem,
  threadItem,
  toPositionItem,
  wikiPageItem,
} from "./source-items.ts";
import { requireProject } from "./write-project.ts";
import { describedResult, describeIssue, describeNote, describeSnippet } from "./write-texts.ts";
import { movePosition, pairVersions } from "./write-threads.ts";

/** Characters of a value in the list of differences. */
const maxShown = 200;

/** Fields that were compared, and those that differ. */
export interface Comparison {
  readonly compared: number;
  readonly differences: number;
}

/** Compares the fields of both sides, and lists those that differ. */
class FieldComparer {
  readonly #run: PublishRun;
  compared = 0;
  differences = 0;

  constructor(run: PublishRun) {
    this.#run = run;
  }

  /** Compares one field; both values are compared as JSON, and texts by every character. */
  field(item: string, field: string, source: unknown, target: unknown): void {
    this.compared++;
    const [here, there] = [textOf(source), textOf(target)];
    if (here === there) return;
    this.differences++;
    const at = Math.max(0, firstDifference(here, there) - 40);
    const [shownHere, shownThere] = [here, there].map((text) => text.slice(at, at + maxShown));
    const difference = { item, field, source: shownHere ?? "", target: shownThere ?? "" };
    this.#run.store.addDifference(this.#run.id, difference);
  }

  fields(item: string, pairs: Readonly<Record<string, readonly [unknown, unknown]>>): void {
    for (const [name, [source, target]] of Object.entries(pairs)) this.field(item, name, source, target);
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null);

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Reads the target, and compares it with the source as it was read, field by field. */
export async function compareSides(run: PublishRun, visibility: string): Promise<Comparison> {
  run.store.clearDifferences(run.id);
  const comparer = new FieldComparer(run);
  await compareProject(run, comparer, visibility);
  await comparePlanning(run, comparer);
  await compareIssues(run, comparer);
  await compareMergeRequests(run, comparer);
  await compareSnippets(run, comparer);
  await compareReleases(run, comparer);
  await compareWiki(run, comparer);
  return comparer;
}

async function compareProject(run: PublishRun, comparer: FieldComparer, visibility: string): Promise<void> {
  run.report("Comparing branches and tags");
  const item = requireProject(run);
  const project = await run.target.read(getProject, { id: run.targetProject });
  comparer.fields("Project", {
    description: [item.description, project.description ?? ""],
    visibility: [visibility, project.visibility],
    "default branch": [item.defaultBranch, project.default_branch],
    pipelines: [item.jobsEnabled, project.jobs_enabled ?? item.jobsEnabled],
  });
  const shown: Readonly<Record<string, unknown>> = project;
  for (const [name, value] of Object.entries(item.settings))
    comparer.field("Project", name, value, shown[name]);
  const [here, there] = [
    await run.code.remoteRefs(run.sourceCode),
    await run.code.remoteRefs(run.targetCode),
  ];
  for (const [ref, hash] of Object.entries(item.refs)) {
    comparer.field(ref, "hash", hash, there.get(ref));
    if (here.get(ref) !== hash)
      run.lose("Changes since the source was read", "Branches and tags have moved meanwhile.", ref);
  }
  for (const ref of there.keys())
    if (item.refs[ref] === undefined) comparer.field(ref, "hash", null, there.get(ref));
}

async function comparePlanning(run: PublishRun, comparer: FieldComparer): Promise<void> {
  const { store, id, target, targetProject } = run;
  run.report("Comparing labels, milestones and rules");
  const of = { id: targetProject };
  const labels = new Map<string, unknown>();
  if (store.count(id, "label") > 0)
    for await (const { name, color, description } of target.entries(listLabels, of))
      labels.set(name, { color: color.toLowerCase(), description: description ?? "" });
  for (const { value } of store.items(id, "label", labelItem)) {
    const { name, color, description } = value;
    comparer.field(`Label ${name}`, "all", { color: color.toLowerCase(), description }, labels.get(name));
  }
  const milestones = new Map<string, unknown>();
  if (store.count(id, "milestone") > 0)
    for await (const found of target.entries(listMilestones, of))
      milestones.set(found.title, {
        title: found.title,
        description: found.description ?? "",
        startDate: found.start_date ?? "",
        dueDate: found.due_date ?? "",
        isClosed: found.state === "closed",
      });
  for (const { value } of store.items(id, "milestone", milestoneItem)) {
    const expected = { ...value, description: run.rewrite(value.description) };
    comparer.field(`Milestone ${value.title}`, "all", expected, milestones.get(value.title));
  }
  await run.optional("Comparison of members and rules", async () => {
    const levels = new Map<number, number>();
    if (store.count(id, "member") > 0)
      for await (const member of target.entries(listDirectMembers, of))
        levels.set(member.id, member.access_level);
    for (const { key, value } of store.items(id, "member", memberItem)) {
      const userId = run.userId(key);
      if (userId !== null) comparer.field(`Member ${key}`, "role", value.level, levels.get(userId));
    }
    const rules = new Map<string, unknown>();
    for await (const rule of target.entries(listProtectedBranches, of))
      rules.set(rule.name, {
        push: rule.push_access_levels[0]?.access_level ?? null,
        merge: rule.merge_access_levels[0]?.access_level ?? null,
        forcePush: rule.allow_force_push ?? false,
      });
    for (const { key, value } of store.items(id, "protected-branch", protectedBranchItem))
      comparer.field(`Protected branch ${key}`, "all", value, rules.get(key));
  });
}

/** Returns names of people of the source as the target has them. */
const targetIds = (run: PublishRun, usernames: readonly string[]) =>
  run.userIds(usernames).toSorted((a, b) => a - b);
const idsOf = (users: readonly { readonly id: number }[]) =>
  users.map(({ id }) => id).toSorted((a, b) => a - b);

async function compareIssues(run: PublishRun, comparer: FieldComparer): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { value: item } of store.items(id, "issue", issueItem)) {
    const name = `Issue #${item.iid}`;
    run.report(`Comparing ${name}`);
    const made = run.resultOf(`issue:${item.iid}`, describedResult);
    const of = { id: targetProject, issue_iid: made?.iid ?? 0 };
    const found = made ? await target.find(getIssue, of) : null;
    if (!found) {
      comparer.field(name, "all", "exists", "missing");
      continue;
    }
    comparer.fields(name, {
      number: [item.iid, found.iid],
      title: [item.title, found.title],
      description: [describeIssue(run, item), found.description ?? ""],
      state: [item.isClosed ? "closed" : "opened", found.state],
      labels: [item.labels.toSorted(), found.labels.toSorted()],
      milestone: [item.milestone, found.milestone?.title ?? null],
      assignees: [targetIds(run, item.assignees), idsOf(found.assignees)],
      "due date": [item.dueDate, found.due_date ?? ""],
      confidential: [item.confidential, found.confidential],
      type: [item.type, found.issue_type ?? "issue"],
    });
    const threads = [];
    for await (const thread of target.entries(listIssueDiscussions, of)) threads.push(thread);
    for (const { value } of store.items(id, "issue-thread", threadItem, `${numberKey(item.iid)}:`))
      compareThread(run, comparer, name, value, threads, null);
  }
}

/** A thread as a service lists it. */
interface ListedThread {
  readonly notes: readonly (Note & {
    readonly position?: Parameters<typeof toPositionItem>[0] | null | undefined;
    readonly resolved?: boolean | null | undefined;
  })[];
}

function compareThread(
  run: PublishRun,
  comparer: FieldComparer,
  name: string,
  item: ThreadItem,
  threads: readonly ListedThread[],
  pairs: Parameters<typeof movePosition>[1] | null,
): void {
  const [first] = item.notes;
  const mark = run.markOf(`note:${first?.id ?? 0}`);
  const found = threads.find(({ notes }) => notes.some(({ body }) => body.includes(mark)));
  if (!found) {
    comparer.field(name, "comment", first?.body ?? "", "missing");
    return;
  }
  const notes = found.notes.filter(({ system }) => !system);
  comparer.field(name, "comments of a thread", item.notes.length, notes.length);
  item.notes.forEach((note, index) => {
    comparer.field(name, "comment", describeNote(run, note), notes[index]?.body ?? "");
  });
  if (!pairs) return;
  const position = notes[0]?.position;
  const expected = item.position ? movePosition(item.position, pairs) : null;
  comparer.field(name, "line of a comment", expected, position ? toPositionItem(position) : null);
  const isResolved =
    notes.some(({ resolvable }) => resolvable) &&
    notes.every((note) => !note.resolvable || note.resolved === true);
  comparer.field(name, "resolved", item.isResolved, isResolved);
}

async function compareMergeRequests(run: PublishRun, comparer: FieldComparer): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { value: item } of store.items(id, "merge-request", mergeRequestItem)) {
    const { iid } = item;
    const name = `Merge request !${iid}`;
    run.report(`Comparing ${name}`);
    const made = run.resultOf(`merge-request:${iid}`, describedResult);
    const [found] = made
      ? await target.read(listProjectMergeRequests, {
          id: targetProject,
          iids: [made.iid],
          state: "all",
          scope: "all",
        })
      : [];
    if (!found) {
      comparer.field(name, "all", "exists", "missing");
      continue;
    }
    comparer.fields(name, {
      number: [iid, found.iid],
      title: [titleOf(item), found.title],
      description: [describeMergeRequest(run, item), found.description ?? ""],
      state: [item.state, found.state],
      draft: [item.isDraft, found.draft ?? found.work_in_progress],
      "source branch": [item.sourceBranch, found.source_branch],
      "target branch": [item.targetBranch, found.target_branch],
      labels: [item.labels.toSorted(), found.labels.toSorted()],
      milestone: [item.milestone, found.milestone?.title ?? null],
      assignees: [targetIds(run, item.assignees), idsOf(found.assignees)],
      reviewers: [targetIds(run, item.reviewers), idsOf(found.reviewers ?? [])],
    });
    const pairs = await pairVersions(run, iid, found.iid);
    pairs.forEach(({ source, target: there }, index) => {
      const { head, base, start } = source;
      const same = there && { head: there.head, base: there.base, start: there.start };
      comparer.field(name, `version ${index + 1}`, { head, base, start }, same);
    });
    const threads = [];
    for await (const thread of target.entries(listDiscussions, {
      id: targetProject,
      merge_request_iid: found.iid,
    }))
      threads.push(thread);
    for (const { value } of store.items(id, "thread", threadItem, `${numberKey(iid)}:`))
      compareThread(run, comparer, name, value, threads, pairs);
  }
}

async function compareSnippets(run: PublishRun, comparer: FieldComparer): Promise<void> {
  const { store, id, target, targetProject } = run;
  if (store.count(id, "snippet") === 0) return;
  run.report("Comparing snippets");
  const there = [];
  for await (const snippet of target.entries(listProjectSnippets, { id: targetProject })) there.push(snippet);
  for (const { key, value } of store.items(id, "snippet", snippetItem)) {
    const name = `Snippet ${value.title}`;
    const mark = run.markOf(`snippet:${Number(key)}`);
    const found = there.find(({ description }) => description?.includes(mark));
    if (!found) {
      comparer.field(name, "all", "exists", "missing");
      continue;
    }
    const of = { id: targetProject, snippet_id: found.id };
    comparer.fields(name, {
      title: [value.title, found.title],
      description: [describeSnippet(run, key, value), found.description],
      visibility: [value.visibility, found.visibility],
    });
    for (const { path, content } of value.files) {
      const url = found.files?.find((file) => file.path === path)?.raw_url ?? "";
      const ref = /\/raw\/([^/]+)\//.exec(url)?.[1] ?? "HEAD";
      const text =
        value.files.length === 1
          ? await target.readText(getRawProjectSnippet, of)
          : await target.readText(getRawProjectSnippetFile, { ...of, ref, file_path: path });
      comparer.field(`${name}, ${path}`, "content", content, text);
    }
  }
}

async function compareReleases(run: PublishRun, comparer: FieldComparer): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { value } of store.items(id, "release", releaseItem)) {
    const name = `Release ${value.tag}`;
    run.report(`Comparing ${name}`);
    const found = await target.find(getRelease, { id: targetProject, tag_name: value.tag });
    const links = (found?.assets?.links ?? []).map((link) => ({ name: link.name, url: link.url }));
    const sorted = (some: typeof links) => some.map(({ name: own, url }) => `${own} ${url}`).toSorted();
    comparer.fields(name, {
      name: [value.name, found?.name ?? found?.tag_name],
      notes: [run.rewrite(value.description), found?.description ?? ""],
      links: [sorted(value.links), sorted(links)],
    });
  }
}

async function compareWiki(run: PublishRun, comparer: FieldComparer): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { key: slug, value } of store.items(id, "wiki-page", wikiPageItem)) {
    run.report(`Comparing wiki page ${slug}`);
    const found = await target.find(getWikiPage, { id: targetProject, slug });
    comparer.fields(`Wiki page ${slug}`, {
      title: [value.title, found?.title],
      content: [value.content, found?.content],
    });
  }
}
