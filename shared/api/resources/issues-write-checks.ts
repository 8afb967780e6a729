import type { Fields } from "../identity/identity.ts";
import { adds, isMine } from "../write-checks/added-entry.ts";
import {
  deletes,
  done,
  isFields,
  isSameText,
  isUnchanged,
  makes,
  notDone,
  pickFields,
  sets,
  unseen,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  addIssueSpentTime,
  createIssue,
  deleteIssue,
  getIssue,
  getIssueTimeStats,
  listProjectIssues,
  moveIssue,
  reorderIssue,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssue,
} from "./issues.ts";

const issue = ({ issue_iid: iid }: Fields) => `Issue #${iid}`;
const ofIssue = pickFields("id", "issue_iid");

const states: Readonly<Record<string, string>> = { close: "closed", reopen: "opened" };
const editedFields = [
  ...["title", "description", "labels", "due_date", "weight"],
  ...["confidential", "discussion_locked", "issue_type"],
];
const edited = sets(getIssue, ofIssue, editedFields, issue);

const subscribes = (expected: boolean): WriteCheck =>
  makes(
    getIssue,
    ofIssue,
    ({ subscribed }) => (typeof subscribed === "boolean" ? subscribed === expected : null),
    (written) =>
      expected
        ? [`You are subscribed to ${issue(written)}.`, `You are not subscribed to ${issue(written)}.`]
        : [`You are not subscribed to ${issue(written)}.`, `You are still subscribed to ${issue(written)}.`],
  );

/** Checks that a time is nothing; undecided where somebody may have set it again since. */
const resets = (name: string, sentences: readonly [string, string]): WriteCheck =>
  makes(
    getIssueTimeStats,
    ofIssue,
    (found, _, { before }) => (found[name] === 0 ? true : isUnchanged(found, [name], before) ? false : null),
    () => sentences,
  );

/** Checks of the writes of issues. */
export const issueWriteChecks: WriteChecks = [
  [
    createIssue,
    adds({
      read: listProjectIssues,
      input: ({ id }) => ({ id, state: "all", scope: "all", per_page: 100 }),
      compare: (entry, written, context) => ({
        content: isSameText(entry.title, written.title),
        mine: isMine(entry.author, context),
      }),
      order: "iid",
      what: ({ title }) => `The issue “${title}”`,
    }),
  ],
  [
    updateIssue,
    {
      ...edited,
      judge(found, written, context) {
        const wanted = states[String(written.state_event)];
        if (wanted && isFields(found) && found.state !== wanted) return notDone;
        const fields = edited.judge(found, written, context);
        return wanted && fields.changed === "unknown" ? done(found) : fields;
      },
    },
  ],
  [deleteIssue, deletes(getIssue, ofIssue, issue)],
  [
    moveIssue,
    makes(
      getIssue,
      ofIssue,
      ({ moved_to_id: to, state }) => (typeof to === "number" ? true : state === "opened" ? false : null),
      (written) => [`${issue(written)} was moved.`, `${issue(written)} was not moved.`],
    ),
  ],
  [reorderIssue, unseen("no response shows the position of an issue")],
  [subscribeToIssue, subscribes(true)],
  [unsubscribeFromIssue, subscribes(false)],
  [addIssueSpentTime, unseen("the sum before is not known")],
  [
    resetIssueSpentTime,
    resets("total_time_spent", ["No time is recorded.", "The recorded time is unchanged."]),
  ],
  [setIssueTimeEstimate, unseen("services round it in their own way")],
  [resetIssueTimeEstimate, resets("time_estimate", ["There is no estimate.", "The estimate is unchanged."])],
];
