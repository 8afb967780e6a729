import type { ReviewHistory } from "./turn.ts";

/** State of the review of one reviewer, as services name it. */
export interface ReviewerState {
  /** Id of the user. */
  readonly user: number;
  readonly state: string;
}

/** Facts about the reviews of a merge request on a service that has no states of them. */
interface KnownReviews extends Pick<ReviewHistory, "threads"> {
  /** Ids of the users who are asked to review. */
  readonly reviewers: readonly number[];
  /** Ids of the users whose approval counts now. */
  readonly approvers: readonly number[];
}

/** Notes of a service about a review, and the state that each leads to. */
const noted: readonly (readonly [RegExp, string])[] = [
  [/^approved this merge request/, "approved"],
  [/^unapproved this merge request/, "unapproved"],
  [/^requested changes/, "requested_changes"],
];

/**
 * Returns the states of reviews by what the reviewers did: their approvals, the service's notes of them, and comments. An
 * approval that does not count any more was revoked.
 */
export function reviewStatesOf({ reviewers, approvers, threads }: KnownReviews): ReviewerState[] {
  const notes = threads.flatMap((thread) => thread.notes);
  return reviewers.map((user) => {
    if (approvers.includes(user)) return { user, state: "approved" };
    const own = notes.filter(({ author }) => author === user);
    const acts = own.flatMap(({ at, body, system }) => {
      const state = system ? noted.find(([text]) => text.test(body))?.[1] : undefined;
      return state ? [{ at, state }] : [];
    });
    const last = acts.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1);
    if (last) return { user, state: last.state === "approved" ? "unapproved" : last.state };
    return { user, state: own.some(({ system }) => !system) ? "reviewed" : "unreviewed" };
  });
}

const done: ReadonlySet<string> = new Set(["reviewed", "requested_changes", "approved"]);

/** Returns how many reviewers are done and whether changes are requested, such as `1 of 3 reviewed, changes requested`. */
export function reviewsText(states: readonly ReviewerState[]): string {
  const reviewed = states.filter(({ state }) => done.has(state)).length;
  const requested = isChangeRequested(states) ? ", changes requested" : "";
  return `${reviewed} of ${states.length} reviewed${requested}`;
}

/** Returns whether a reviewer requests changes. */
export const isChangeRequested = (states: readonly ReviewerState[]): boolean =>
  states.some(({ state }) => state === "requested_changes");
