import { capitalize } from "../text/capitalize.ts";

/** Reasons of entries of the inbox, by the actions of to-dos; services of newer versions have more. */
const reasons: Readonly<Record<string, string>> = {
  assigned: "Assigned",
  mentioned: "Mentioned",
  directly_addressed: "Mentioned",
  build_failed: "Pipeline failed",
  marked: "To do",
  approval_required: "Approval required",
  added_approver: "Added as approver",
  unmergeable: "Cannot be merged",
  merge_train_removed: "Removed from merge train",
  review_requested: "Review requested",
  review_submitted: "Review submitted",
  member_access_requested: "Access requested",
  ssh_key_expired: "SSH key expired",
  ssh_key_expiring_soon: "SSH key expires soon",
};

/** Returns the reason of a to-do by its action, such as `Review requested`. */
export const todoReason = (action: string): string => reasons[action] ?? "To do";

/** Kinds of news that notifications are switched on and off by. */
export type NewsKind = "requests" | "replies" | "failures";

const kinds: Readonly<Record<string, NewsKind>> = {
  assigned: "requests",
  approval_required: "requests",
  added_approver: "requests",
  review_requested: "requests",
  member_access_requested: "requests",
  mentioned: "replies",
  directly_addressed: "replies",
  review_submitted: "replies",
  build_failed: "failures",
  unmergeable: "failures",
  merge_train_removed: "failures",
};

/** Returns the kind of news of a to-do; null for one that its user made, and for what notifications leave out. */
export const newsKindOf = (action: string): NewsKind | null => kinds[action] ?? null;

const turnReasons: Readonly<Record<string, string | null>> = {
  "checks failed": "Pipeline failed",
  conflicts: "Cannot be merged",
  // Its author knows that it is not finished.
  draft: null,
};

/** Returns the reason of an entry for a reason of a turn, such as `2 replies`; null for what needs nobody. */
export function turnReason(reason: string): string | null {
  const known = turnReasons[reason];
  return known === undefined ? capitalize(reason) : known;
}
