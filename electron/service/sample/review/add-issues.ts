import { closeByDescription } from "../../domain/events/cross-references.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { setAssignees, setLabels } from "../../store/review/issuables.ts";
import { linkIssue } from "../../store/review/issue-merge-requests.ts";
import { changeIssue, type Issue, insertIssue } from "../../store/review/issues.ts";
import { insertLabel, scopeOfProject } from "../../store/review/labels.ts";
import {
  changeMergeRequest,
  findMergeRequest,
  listMergeRequestsOf,
} from "../../store/review/merge-requests.ts";
import { listMilestoneRows } from "../../store/review/milestones.ts";
import { addSystemNoteTo, insertNote, newDiscussionId } from "../../store/review/notes.ts";
import { addReaction } from "../../store/review/reactions.ts";
import { type SampleDates, sampleDay } from "../seed/dates.ts";
import { type SampleComment, type SampleIssue, sampleIssues } from "./issue-texts.ts";

/** Labels that stand for the columns of a board, and one of a project that has no others. */
const colours = { next: "#5a6b7b", doing: "#1f75cb", flaky: "#b36b00" };
const minute = 60_000;
const day = 24 * 60 * minute;

/** Adds the issues of the sample, with what was said of them; people are the users, in their order. */
export function addIssues(
  store: ServiceStore,
  projects: Readonly<Record<SampleIssue["project"], Project>>,
  people: readonly number[],
  dates: SampleDates,
): void {
  const { lantern, harbor, beacon } = projects;
  const columns: readonly (readonly [Project, keyof typeof colours])[] = [
    ...[lantern, harbor].flatMap((project) => [[project, "next"] as const, [project, "doing"] as const]),
    [beacon, "flaky"],
  ];
  store.transaction(() => {
    for (const [project, name] of columns) insertLabel(store, project.id, { name, color: colours[name] });
    for (const each of sampleIssues) addIssue({ store, people, dates }, projects[each.project], each);
    closeByMergeRequest(store, harbor, 5);
  });
}

/** Lets the newest open merge request of a project close an issue. */
function closeByMergeRequest(store: ServiceStore, project: Project, iid: number): void {
  const open = listMergeRequestsOf(store, project.id).find(({ state }) => state === "opened");
  if (!open) return;
  const description = `${open.description}\n\nCloses #${iid}`;
  changeMergeRequest(store, open.id, { description }, open.updatedAt);
  closeByDescription(store, { ...open, description });
}

interface Ground {
  readonly store: ServiceStore;
  readonly people: readonly number[];
  readonly dates: SampleDates;
}

function addIssue(ground: Ground, project: Project, sample: SampleIssue): void {
  const { store, people, dates } = ground;
  const userOf = (place: number) => people[place] ?? 1;
  const at = dates(sample.at);
  const { milestone, dueIn, hours } = sample;
  const due = dueIn === undefined ? null : dates(`${sampleDay}T00:00:00Z`).getTime() + dueIn * day;
  const issue = insertIssue(store, {
    projectId: project.id,
    title: sample.title,
    description: sample.description,
    authorId: userOf(sample.by),
    type: sample.type ?? "issue",
    milestoneId:
      listMilestoneRows(store, scopeOfProject(store, project.id)).find(({ title }) => title === milestone)
        ?.id ?? null,
    confidential: sample.confidential ?? false,
    discussionLocked: sample.locked ?? false,
    dueDate: due === null ? null : new Date(due).toISOString().slice(0, 10),
    weight: sample.weight ?? null,
    timeEstimate: (hours?.estimate ?? 0) * 3600,
    timeSpent: (hours?.spent ?? 0) * 3600,
    createdAt: at.toISOString(),
  });
  const issuable = { type: "Issue", id: issue.id } as const;
  setLabels(store, project.id, issuable, sample.labels ?? []);
  setAssignees(store, issuable, (sample.assignees ?? []).map(userOf));
  for (const place of sample.thumbs ?? []) {
    const time = new Date(at.getTime() + (place + 1) * 7 * minute).toISOString();
    addReaction(store, "Issue", issue.id, userOf(place), "thumbsup", time);
  }
  const said = (sample.comments ?? []).flatMap((comment) => addThread(ground, issue, at, comment));
  // What its texts mention.
  for (const [, iid] of `${sample.description}\n${said.join("\n")}`.matchAll(/(?<!\w)!(\d+)/g)) {
    const named = findMergeRequest(store, project.id, Number(iid));
    if (named) linkIssue(store, issue.id, named.id, "mention");
  }
  close(ground, issue, sample);
}

/** Adds a comment with its replies. Returns the texts. */
function addThread(
  { store, people }: Ground,
  issue: Issue,
  at: Date,
  { replies = [], ...first }: SampleComment,
): string[] {
  const discussionId = newDiscussionId();
  const all = [first, ...replies];
  for (const { by, after, body } of all)
    insertNote(store, {
      parentType: "Issue",
      parentId: issue.id,
      discussionId,
      type: replies.length > 0 ? "DiscussionNote" : null,
      authorId: people[by] ?? 1,
      body,
      createdAt: new Date(at.getTime() + after * minute).toISOString(),
    });
  const last = Math.max(...all.map(({ after }) => after));
  changeIssue(store, issue.id, {}, new Date(at.getTime() + last * minute).toISOString());
  return all.map(({ body }) => body);
}

function close({ store, people, dates }: Ground, issue: Issue, { closed }: SampleIssue): void {
  if (!closed) return;
  const at = dates(closed.at).toISOString();
  const by = people[closed.by] ?? 1;
  changeIssue(store, issue.id, { state: "closed", closedAt: at, closedById: by }, at);
  const { mergeRequest } = closed;
  const merged = mergeRequest === undefined ? null : findMergeRequest(store, issue.projectId, mergeRequest);
  if (merged) linkIssue(store, issue.id, merged.id, "mention");
  const how = merged ? `closed via merge request !${merged.iid}` : "closed";
  addSystemNoteTo(store, { type: "Issue", id: issue.id }, by, how, at);
}
