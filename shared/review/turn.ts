import { mentionsIn } from "../text/mentions.ts";

/** A comment, or with `system` a note of the service. */
interface HistoryNote {
  /** Id of its user; null for a deleted one. */
  readonly author: number | null;
  /** ISO 8601. */
  readonly at: string;
  readonly body: string;
  readonly system: boolean;
}

/** Comments that answer each other. */
interface HistoryThread {
  readonly notes: readonly HistoryNote[];
  /** Whether it is one that its readers resolve. */
  readonly resolvable: boolean;
  readonly resolved: boolean;
}

/** History of a merge request, as every version of services shows it. */
export interface ReviewHistory {
  readonly state: string;
  readonly draft: boolean;
  readonly author: number | null;
  /** Ids of the users who are asked to review: the reviewers, else the assignees. */
  readonly reviewers: readonly number[];
  readonly threads: readonly HistoryThread[];
  /** Ids of the users whose approval counts now. */
  readonly approvers: readonly number[];
  /** Approvals that are still needed. */
  readonly approvalsLeft: number;
  /** Times of the versions, ISO 8601. */
  readonly pushes: readonly string[];
  /** Status of the pipeline or the checks of the head, null without any. */
  readonly checks: "running" | "failed" | "passed" | null;
  readonly conflicts: boolean;
}

/** The user that it is asked for. */
export interface TurnUser {
  readonly id: number;
  readonly username: string;
}

/** Those who have to act next. */
export interface Turn {
  readonly of: "you" | "author" | "reviewers" | "checks" | "nobody";
  /** Reasons for which it is the user's turn, most important first; empty for others. */
  readonly reasons: readonly string[];
}

const approval = /^approved this merge request/;
const changeRequest = /^requested changes/;

/**
 * Returns whose turn a merge request is as a user sees it, by what happened since each one acted; `nobody` for one that is ready
 * to merge, null for one that is not open.
 */
export function turnOf(history: ReviewHistory, me: TurnUser): Turn | null {
  if (history.state !== "opened") return null;
  const reasons = reasonsOf(history, me);
  return reasons.length > 0 ? { of: "you", reasons } : { of: othersTurn(history), reasons: [] };
}

function reasonsOf(history: ReviewHistory, me: TurnUser): string[] {
  const { author, reviewers, threads, approvers, pushes } = history;
  const isAuthor = author === me.id;
  const acted = lastAct(history, me.id);
  const replies = threads.reduce((count, thread) => count + repliesTo(thread, me, isAuthor, acted), 0);
  const counted = replies > 0 ? [`${replies} ${replies === 1 ? "reply" : "replies"}`] : [];
  if (isAuthor) {
    return [
      ...counted,
      ...(history.checks === "failed" ? ["checks failed"] : []),
      ...(history.conflicts ? ["conflicts"] : []),
      ...(isChangeRequested(history) ? ["changes requested"] : []),
      ...(history.draft && counted.length === 0 ? ["draft"] : []),
    ];
  }
  const isAsked = reviewers.includes(me.id);
  // A draft is not up for review, whoever is asked.
  if (!isAsked || history.draft) return counted;
  const isApproved = approvers.includes(me.id);
  if (acted === null) return [...counted, ...(isApproved ? [] : ["review requested"])];
  const isPushed = !isApproved && pushes.some((at) => at > acted);
  return [...counted, ...(isPushed ? ["new commits since your review"] : [])];
}

/** Returns the time at which a user last commented or reviewed, null where never. */
export function lastAct({ threads }: Pick<ReviewHistory, "threads">, user: number): string | null {
  const times = threads.flatMap(({ notes }) =>
    notes.flatMap((note) =>
      note.author === user && (!note.system || approval.test(note.body) || changeRequest.test(note.body))
        ? [note.at]
        : [],
    ),
  );
  return times.toSorted().at(-1) ?? null;
}

/**
 * Returns the comments of others that a user has to respond to: in open threads since their own last one there, all of
 * them for an author, and those that mention them since they last acted.
 */
function repliesTo(
  { notes, resolvable, resolved }: HistoryThread,
  me: TurnUser,
  isAuthor: boolean,
  acted: string | null,
): number {
  if (resolved) return 0;
  const comments = notes.filter(({ system }) => !system);
  const last = comments.findLastIndex(({ author }) => author === me.id);
  const since = comments.slice(last + 1);
  const isOwn = last >= 0 || (isAuthor && resolvable);
  if (isOwn) return since.length;
  return since.filter(({ body, at }) => (acted === null || at > acted) && mentions(body, me)).length;
}

function mentions(body: string, { username }: TurnUser): boolean {
  if (!body.includes("@")) return false;
  const { direct, others } = mentionsIn(body);
  const name = username.toLowerCase();
  return direct.has(name) || others.has(name);
}

/** Returns whether a reviewer has requested changes and neither approved nor seen a push since. */
function isChangeRequested({ threads, pushes }: ReviewHistory): boolean {
  const system = threads.flatMap(({ notes }) => notes.filter((note) => note.system));
  return system.some(
    (request) =>
      changeRequest.test(request.body) &&
      !pushes.some((at) => at > request.at) &&
      !system.some(
        ({ author, body, at }) => author === request.author && approval.test(body) && at > request.at,
      ),
  );
}

function othersTurn(history: ReviewHistory): Turn["of"] {
  const { draft, conflicts, checks, threads, author, reviewers, approvers, approvalsLeft } = history;
  const isOpen = ({ resolvable, resolved }: HistoryThread) => resolvable && !resolved;
  const speakers = threads.filter(isOpen).flatMap(({ notes }) => {
    const last = notes.findLast(({ system }) => !system);
    return last ? [last.author] : [];
  });
  if (draft || conflicts || checks === "failed" || isChangeRequested(history)) return "author";
  if (speakers.some((speaker) => speaker !== author)) return "author";
  if (speakers.length > 0) return "reviewers";
  if (checks === "running") return "checks";
  const isWaited = reviewers.some((reviewer) => reviewer !== author && !approvers.includes(reviewer));
  return approvalsLeft > 0 || (isWaited && approvers.length === 0) ? "reviewers" : "nobody";
}

const texts: Readonly<Record<Exclude<Turn["of"], "you">, string>> = {
  author: "Waiting for author",
  reviewers: "Waiting for review",
  checks: "Waiting for checks",
  nobody: "Ready to merge",
};

/** Returns whose turn it is as a sentence, such as `Waiting for you: 2 replies`. */
export const turnText = ({ of, reasons }: Turn): string =>
  of === "you" ? `Waiting for you: ${reasons.join(", ")}` : texts[of];
