import type { Fields } from "../identity/identity.ts";
import { adds, isMine } from "../write-checks/added-entry.ts";
import {
  compareFields,
  deletes,
  done,
  isFields,
  isSame,
  isSameText,
  isUnchanged,
  type Known,
  makes,
  notDone,
  pickFields,
  removes,
  sets,
  undecided,
  unseen,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  approveMergeRequest,
  getMergeRequestApprovals,
  listReviewers,
  publishReview,
  unapproveMergeRequest,
} from "./merge-request-approvals.ts";
import {
  createMergeRequestBlock,
  deleteMergeRequestBlock,
  listMergeRequestBlocks,
} from "./merge-request-blocks.ts";
import { cancelAutoMerge, rebaseMergeRequest } from "./merge-request-merges.ts";
import {
  acceptMergeRequest,
  addSpentTime,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  getTimeStats,
  listProjectMergeRequests,
  resetSpentTime,
  resetTimeEstimate,
  resolveMergeConflicts,
  setTimeEstimate,
  updateMergeRequest,
} from "./merge-requests.ts";
import { addToMergeTrain } from "./merge-trains.ts";

const mergeRequest = ({ merge_request_iid: iid }: Fields) => `Merge request !${iid}`;
const ofMergeRequest = pickFields("id", "merge_request_iid");

const isApproved = (expected: boolean): WriteCheck =>
  makes(
    getMergeRequestApprovals,
    ofMergeRequest,
    ({ user_has_approved: has }) => (typeof has === "boolean" ? has === expected : null),
    () =>
      expected
        ? ["Your approval is there.", "Your approval is not there."]
        : ["Your approval is revoked.", "Your approval is still there."],
  );

/** Returns whether a time was reset, null where somebody may have set it again since. */
const isZero = (found: Fields, name: string, before: readonly Known[]): boolean | null =>
  found[name] === 0 || (isUnchanged(found, [name], before) ? false : null);

/** Field that says whether an automatic merge is set, in what is sent and in what is read. */
const waits = "merge_when_pipeline_succeeds";
const isAutomatic = (written: Fields): boolean => written[waits] === true || written.auto_merge === true;

const listedBlocks = (written: Fields) => ({ ...ofMergeRequest(written), per_page: 100 });

const states: Readonly<Record<string, string>> = { close: "closed", reopen: "opened" };
const editedFields = ["title", "description", "target_branch", "labels", "squash", "discussion_locked"];
const edited = sets(getMergeRequest, ofMergeRequest, editedFields, mergeRequest);

/** Checks of the writes of merge requests and their approvals. */
export const mergeRequestWriteChecks: WriteChecks = [
  [
    createMergeRequest,
    adds({
      read: listProjectMergeRequests,
      // Of any state: it may have been merged meanwhile.
      input: ({ id, target_project_id: target, source_branch, target_branch }) => ({
        id: target ?? id,
        source_branch,
        target_branch,
        state: "all",
        scope: "all",
        per_page: 100,
      }),
      compare: (entry, written, context) => ({
        content:
          isSameText(entry.title, written.title) &&
          compareFields(entry, written, ["source_branch", "target_branch"]) !== false,
        mine: isMine(entry.author, context),
      }),
      order: "iid",
      what: ({ source_branch: source }) => `The merge request for ${source}`,
    }),
  ],
  [
    acceptMergeRequest,
    makes(
      getMergeRequest,
      ofMergeRequest,
      (found, written) => found.state === "merged" || (isAutomatic(written) && found[waits] === true),
      (written) =>
        isAutomatic(written)
          ? ["The automatic merge is set or done.", "No automatic merge is set."]
          : [`${mergeRequest(written)} is merged.`, `${mergeRequest(written)} is not merged.`],
    ),
  ],
  [
    cancelAutoMerge,
    makes(
      getMergeRequest,
      ofMergeRequest,
      (found) => (found.state === "opened" && typeof found[waits] === "boolean" ? !found[waits] : null),
      () => ["No automatic merge is set any more.", "The automatic merge is still set."],
    ),
  ],
  [
    addToMergeTrain,
    makes(
      getMergeRequest,
      ofMergeRequest,
      (found) => found.state === "merged" || found[waits] === true,
      (written) => [
        `${mergeRequest(written)} is on the merge train or merged.`,
        `${mergeRequest(written)} is not on the merge train.`,
      ],
    ),
  ],
  [rebaseMergeRequest, unseen("it runs in the background, and others may push to the branch")],
  [
    updateMergeRequest,
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
  [deleteMergeRequest, deletes(getMergeRequest, ofMergeRequest, mergeRequest)],
  [
    resolveMergeConflicts,
    unseen("the merge commit has parents of both branches, and its message may be that of another"),
  ],
  [approveMergeRequest, isApproved(true)],
  [unapproveMergeRequest, isApproved(false)],
  [
    publishReview,
    {
      read: listReviewers,
      input: ofMergeRequest,
      judge(found, written, { user }) {
        if (!Array.isArray(found) || user === null) return undecided;
        const own = found.filter(isFields).find((entry) => isFields(entry.user) && entry.user.id === user.id);
        return own?.state === written.reviewer_state ? done(found) : notDone;
      },
      sentences: () => ["Your review has this state.", "Your review does not have this state."],
    },
  ],
  [
    createMergeRequestBlock,
    adds({
      read: listMergeRequestBlocks,
      input: listedBlocks,
      compare: ({ blocking_merge_request: blocking }, written) => ({
        content: isFields(blocking) && isSame(blocking.id, written.blocking_merge_request_id),
        mine: true,
      }),
      order: "id",
      isUnique: true,
      what: () => "The dependency",
    }),
  ],
  [
    deleteMergeRequestBlock,
    removes(listMergeRequestBlocks, listedBlocks, "block_id", () => "The dependency"),
  ],
  [addSpentTime, unseen("the sum before is not known")],
  [
    resetSpentTime,
    makes(
      getTimeStats,
      ofMergeRequest,
      (found, _, { before }) => isZero(found, "total_time_spent", before),
      () => ["No time is recorded.", "The recorded time is unchanged."],
    ),
  ],
  [setTimeEstimate, unseen("services round it in their own way")],
  [
    resetTimeEstimate,
    makes(
      getTimeStats,
      ofMergeRequest,
      (found, _, { before }) => isZero(found, "time_estimate", before),
      () => ["There is no estimate.", "The estimate is unchanged."],
    ),
  ],
];
