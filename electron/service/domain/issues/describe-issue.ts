import { countTasks, type TaskCount } from "../../../../shared/issues/tasks.ts";
import { mentionsIn } from "../../../../shared/text/mentions.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject } from "../../store/projects/projects.ts";
import { assigneesOf, labelsOf } from "../../store/review/issuables.ts";
import { countClosingMergeRequests } from "../../store/review/issue-merge-requests.ts";
import { findSubscription, type Issue, setSubscription } from "../../store/review/issues.ts";
import { findMilestone, type Milestone } from "../../store/review/milestones.ts";
import { commentersOf, countComments } from "../../store/review/notes.ts";
import { countReactions } from "../../store/review/reactions.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { mayReadIssue } from "../access/issue-access.ts";
import { requireCaller } from "../access/require-access.ts";
import { notFound } from "../refusal.ts";
import type { IssueInProject } from "./require-issue.ts";

/** An issue with what lists show of it. */
export interface IssueDetails extends IssueInProject {
  readonly author: User | null;
  readonly closedBy: User | null;
  readonly assignees: readonly User[];
  readonly labels: readonly string[];
  readonly milestone: Milestone | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  /** Number of the merge requests that close it. */
  readonly mergeRequests: number;
  readonly tasks: TaskCount;
}

/** An issue as it is shown alone. */
export interface SingleIssueDetails extends IssueDetails {
  readonly isSubscribed: boolean;
}

/** Returns an issue as lists show it. Throws `notFound` where its project is gone. */
export function describeIssue(store: ServiceStore, issue: Issue): IssueDetails {
  const { id } = issue;
  const issuable = { type: "Issue", id } as const;
  const project = findProject(store, issue.projectId);
  if (!project) throw notFound("Project");
  const userOf = (userId: number | null) => (userId === null ? null : findUser(store, userId));
  return {
    project,
    issue,
    author: userOf(issue.authorId),
    closedBy: userOf(issue.closedById),
    assignees: assigneesOf(store, issuable).flatMap((userId) => findUser(store, userId) ?? []),
    labels: labelsOf(store, issuable),
    milestone: issue.milestoneId === null ? null : findMilestone(store, issue.milestoneId),
    upvotes: countReactions(store, "Issue", id, "thumbsup"),
    downvotes: countReactions(store, "Issue", id, "thumbsdown"),
    comments: countComments(store, "Issue", id),
    mergeRequests: countClosingMergeRequests(store, id),
    tasks: countTasks(issue.description),
  };
}

/** Returns an issue as it is shown alone. */
export const describeSingleIssue = ({ store, user }: Caller, issue: Issue): SingleIssueDetails => ({
  ...describeIssue(store, issue),
  isSubscribed: user !== null && isSubscribed(store, issue, user.id),
});

/** Returns the ids of who wrote an issue, is assigned to it, or commented on it. */
const involved = (store: ServiceStore, { id, authorId }: Issue): Set<number> => {
  const issuable = { type: "Issue", id } as const;
  const author = authorId === null ? [] : [authorId];
  return new Set([...author, ...assigneesOf(store, issuable), ...commentersOf(store, issuable)]);
};

/** Returns whether a user is notified of an issue's news: by choice, else because of being involved. */
const isSubscribed = (store: ServiceStore, issue: Issue, userId: number): boolean =>
  findSubscription(store, issue.id, userId) ?? involved(store, issue).has(userId);

/** Returns who is involved in an issue or is mentioned in its description, and may read it. */
export function participantsOf(store: ServiceStore, { project, issue }: IssueInProject): User[] {
  const { direct, others } = mentionsIn(issue.description);
  const mentioned = [...direct, ...others].slice(0, maxMentioned);
  const ids = mentioned.flatMap((name) => findUserByName(store, name)?.id ?? []);
  return [...new Set([...involved(store, issue), ...ids])]
    .flatMap((id) => findUser(store, id) ?? [])
    .filter((user) => mayReadIssue(store, user, project, issue));
}

/** Names in a description that are looked up. */
const maxMentioned = 100;

/** Sets whether the caller is notified of an issue's news. Returns false where they were or were not before. Throws `unauthorized`. */
export function subscribe(caller: Caller, issue: Issue, wanted: boolean): boolean {
  const { store } = caller;
  const user = requireCaller(caller);
  if (isSubscribed(store, issue, user.id) === wanted) return false;
  setSubscription(store, issue.id, user.id, wanted);
  return true;
}
