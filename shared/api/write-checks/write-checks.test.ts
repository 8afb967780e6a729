import { describe, expect, it } from "vitest";
import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import { operations } from "../index.ts";
import { createBranch, deleteBranch } from "../resources/branches.ts";
import { createCommit } from "../resources/commits.ts";
import { createDiscussion } from "../resources/discussions.ts";
import { deleteGroup } from "../resources/groups.ts";
import { approveMergeRequest } from "../resources/merge-request-approvals.ts";
import { resetSpentTime, updateMergeRequest } from "../resources/merge-requests.ts";
import { createMergeRequestNote } from "../resources/notes.ts";
import { protectBranch, unprotectBranch } from "../resources/protected-branches.ts";
import { deleteMergeRequestReaction } from "../resources/reactions.ts";
import { updateRelease } from "../resources/releases.ts";
import { updateSnippet } from "../resources/snippets.ts";
import { updateTagRelease } from "../resources/tags.ts";
import { createWikiPage, updateWikiPage } from "../resources/wikis.ts";
import { findWriteCheck } from "./find-write-check.ts";
import {
  type Judgement,
  type Known,
  showsResponseOf,
  type WriteCheck,
  type WriteCheckContext,
} from "./write-check.ts";

const isWrite = ({ method }: AnyOperation) => method !== "GET" && method !== "HEAD";
const checkOf = (write: AnyOperation): WriteCheck | undefined => {
  const check = findWriteCheck(write);
  return check && "read" in check ? check : undefined;
};

it.each(Object.entries(operations))(
  "%s has a check, or the reason why no read shows it, if it writes",
  (_, operation) => {
    const check = findWriteCheck(operation);
    expect(check !== undefined).toBe(isWrite(operation));
    if (check && "unseen" in check) expect(check.unseen).toMatch(/^(?!.*\.$).{10,}/);
  },
);

it("no read shows these writes, and every other one has a check", () => {
  const writes = Object.entries(operations).filter(([, operation]) => isWrite(operation));
  const without = writes.flatMap(([name, operation]) => (checkOf(operation) ? [] : [name]));
  expect(without.sort()).toEqual(
    [
      ...[
        "addSpentTime",
        "cancelPipeline",
        "createCommitStatus",
        "createMergeRequestPipeline",
        "createPipeline",
      ],
      ...[
        "createRunner",
        "deleteMergedBranches",
        "deleteRunnerByToken",
        "forkProject",
        "lintCi",
        "openLocalRepository",
        "playPipelineSchedule",
        "registerRunner",
      ],
      "rebaseMergeRequest",
      ...["removeLocalRepository", "resendHookEvent", "resolveMergeConflicts", "retryJob", "retryPipeline"],
      ...["addIssueSpentTime", "reorderIssue", "setIssueTimeEstimate"],
      ...["setTimeEstimate", "stopStaleEnvironments", "triggerHook", "updateCiSettings", "updateVariable"],
      ...["createProjectAccessToken", "resendProjectHookEvent", "rotateProjectAccessToken"],
      ...["testProjectHook", "updateProjectHook", "uploadProjectFile", "uploadWikiAttachment"],
      "verifyRunner",
    ].sort(),
  );
});

it("finds a review by the state of the user's own", () => {
  const { publishReview } = operations;
  if (!publishReview) throw new Error("no such operation");
  const found = (state: string) => [
    { user: { id: 7 }, state },
    { user: { id: 8 }, state: "requested_changes" },
  ];
  const written = { reviewer_state: "requested_changes" };
  expect(judge(publishReview, found("requested_changes"), written)).toBe("yes");
  expect(judge(publishReview, found("reviewed"), written)).toBe("no");
  expect(judge(publishReview, found("requested_changes"), written, { user: null })).toBe("unknown");
});

it("every check is an operation that only reads, with a valid input", () => {
  for (const [name, write] of Object.entries(operations)) {
    const check = checkOf(write);
    if (!check) continue;
    expect([name, check.read.method]).toEqual([name, "GET"]);
    const fields = Object.keys(check.input({}));
    expect([name, fields.filter((field) => !(field in check.read.input.shape))]).toEqual([name, []]);
    for (const sentence of check.sentences({})) expect(sentence).toMatch(/^[A-Z].*\.$/);
  }
});

const ada = { id: 7, username: "ada", name: "Ada" };
const bob = { id: 8, username: "bob", name: "Bob" };
const alone: WriteCheckContext = { user: ada, before: [], isComplete: true };
const judge = (
  operation: AnyOperation,
  found: unknown,
  written: Fields,
  context: Partial<WriteCheckContext> = {},
): Judgement["changed"] | undefined =>
  checkOf(operation)?.judge(found, written, { ...alone, ...context }).changed;
const known = (value: unknown, query: Record<string, string> = {}) => ({ before: [{ query, value }] });

const commit = { id: "c2", message: "Fix it", author_name: "Ada" };
const onMain = { branch: "main", commit_message: "Fix it" };
const remark = { id: 9, body: "LGTM", author: ada };
const snippet = { id: 9, title: "t", author: ada };
const emoji = { id: 9, name: "tada", user: ada };
const sshKey = { id: 9, title: "k", key: "ssh-ed25519 AAAA ada" };
/** What each write to a list sent, and the entry that the list has after it; `id` is greater than those before. */
const added: Readonly<Record<string, readonly [written: Fields, entry: Fields]>> = {
  createCommit: [onMain, commit],
  createFile: [onMain, commit],
  updateFile: [onMain, commit],
  deleteFile: [onMain, commit],
  updateSubmodule: [onMain, commit],
  cherryPickCommit: [
    { branch: "main", sha: "abc" },
    { ...commit, author_name: "Bob", committer_name: "Ada", message: "x\n\n(cherry picked from commit abc)" },
  ],
  revertCommit: [
    { branch: "main", sha: "abc" },
    { ...commit, message: "Revert x\n\nThis reverts commit abc." },
  ],
  createCommitComment: [
    { note: "n", path: "a" },
    { note: "n", path: "a", author: ada, created_at: "now" },
  ],
  createDiscussion: [{ body: "LGTM" }, { id: "d", notes: [remark] }],
  replyToDiscussion: [
    { body: "LGTM", discussion_id: "d" },
    { id: "d", notes: [{ ...remark, id: 1, body: "first" }, remark] },
  ],
  createEnvironment: [{ name: "e" }, { id: 9, name: "e" }],
  createGroup: [{ path: "g" }, { id: 9, path: "g", parent_id: null }],
  createMergeRequest: [
    { title: "t", source_branch: "s", target_branch: "main" },
    { iid: 9, title: "t", source_branch: "s", target_branch: "main", author: ada },
  ],
  createMergeRequestBlock: [
    { blocking_merge_request_id: 5 },
    { id: 9, blocking_merge_request: { id: 5, iid: 2 } },
  ],
  createIssue: [{ title: "t" }, { iid: 9, title: "t", author: ada }],
  createIssueDiscussion: [{ body: "LGTM" }, { id: "d", notes: [remark] }],
  replyToIssueDiscussion: [
    { body: "LGTM", discussion_id: "d" },
    { id: "d", notes: [{ ...remark, id: 1, body: "first" }, remark] },
  ],
  createIssueReaction: [{ name: "tada" }, emoji],
  createIssueNoteReaction: [{ name: "tada" }, emoji],
  createIssueNote: [{ body: "LGTM" }, remark],
  createMergeRequestNote: [{ body: "LGTM" }, remark],
  createSnippetNote: [{ body: "LGTM" }, remark],
  createProjectSnippet: [{ title: "t" }, snippet],
  createSnippet: [{ title: "t" }, snippet],
  createMergeRequestReaction: [{ name: "tada" }, emoji],
  createNoteReaction: [{ name: "tada" }, emoji],
  enableProjectRunner: [{ runner_id: 9 }, { id: 9 }],
  createKey: [{ key: "ssh-ed25519 AAAA" }, sshKey],
  createUserKey: [{ key: "ssh-ed25519 AAAA" }, sshKey],
  createHook: [{ url: "https://x" }, { id: 9, url: "https://x" }],
  createProjectHook: [{ url: "https://x" }, { id: 9, url: "https://x" }],
  createDeployKey: [{ key: "ssh-ed25519 AAAA me" }, { id: 9, title: "K", key: "ssh-ed25519 AAAA" }],
  createReleaseLink: [
    { name: "Site", url: "https://x" },
    { id: 9, name: "Site", url: "https://x" },
  ],
  createUser: [{ username: "eve" }, { id: 9, username: "eve" }],
  createProject: [{ name: "p" }, { id: 9, name: "p" }],
  createPipelineSchedule: [
    { description: "Nightly", cron: "0 4 * * *" },
    { id: 9, description: "Nightly", cron: "0 4 * * *", owner: ada },
  ],
  createInvitation: [{ email: "a@b.test" }, { id: 9, invite_email: "a@b.test" }],
  createMilestone: [{ title: "t" }, { id: 9, title: "t" }],
  createGroupMilestone: [{ title: "t" }, { id: 9, title: "t" }],
};
/** Those of which no second one can be, so that one which was not there before is this one. */
const unique = new Set([
  "createDeployKey",
  "createReleaseLink",
  ...["createEnvironment", "createGroup", "createMergeRequestReaction", "createNoteReaction"],
  ...["enableProjectRunner", "createKey", "createUserKey", "createUser"],
  ...["createMergeRequestBlock", "createIssueReaction", "createIssueNoteReaction"],
  ...["createMilestone", "createGroupMilestone"],
  ...["createProject", "createInvitation"],
]);
/** Writes that remove an entry, or change the state of one. */
const changing = [
  ...["deleteMergeRequestBlock", "deleteIssueReaction", "deleteIssueNoteReaction"],
  ...["deleteMergeRequestReaction", "deleteNoteReaction", "disableProjectRunner"],
  ...["deleteUserKey", "deleteHook", "resolveDiscussion", "publishReview"],
  ...["markTodoDone", "markAllTodosDone"],
  ...["starProject", "unstarProject", "deleteInvitation"],
];

it("every write that is looked for in a list has a sample here", () => {
  const listed = Object.entries(operations).filter(([, operation]) => {
    const response = checkOf(operation)?.read.response;
    return response?.kind === "json" && response.schema.safeParse([]).success;
  });
  expect(listed.map(([name]) => name).sort()).toEqual([...Object.keys(added), ...changing].sort());
});

/** An entry at another time, by the clock of the service or of what is in front of it. */
const timed = (entry: Fields, time: string): Fields => ({
  ...entry,
  created_at: time,
  committed_date: time,
  ...(Array.isArray(entry.notes)
    ? { notes: entry.notes.map((note) => ({ ...note, created_at: time })) }
    : {}),
});
const skewed = [-3000, 0, 3000].map((skew) => new Date(Date.now() + skew).toISOString());
const times = ["2000-01-01T00:00:00Z", ...skewed, "2999-01-01T00:00:00.000Z"];

describe.each(Object.entries(added))("an entry that %s adds", (name, [written, entry]) => {
  const operation = operations[name] as AnyOperation;
  const isCommit = written.branch === "main";
  /** The list as it was before, and as it was cached. */
  const list = isCommit ? [{ id: "c1", message: "before", author_name: "Ada" }] : [];
  const query: Record<string, string> = isCommit ? { ref_name: "main" } : {};
  const before = known(list, query);

  it("is found where it was not there before, whatever any clock shows", () => {
    // Hooks do not show who made them.
    const expected = name === "createHook" || name === "createProjectHook" ? "unknown" : "yes";
    for (const time of times)
      expect([time, judge(operation, [timed(entry, time), ...list], written, before)]).toEqual([
        time,
        expected,
      ]);
  });

  it("is never missing where it is shown, whatever is known", () => {
    for (const time of times) {
      for (const isComplete of [true, false])
        expect(judge(operation, [timed(entry, time), ...list], written, { isComplete })).not.toBe("no");
    }
  });

  it("is missing only in a complete list", () => {
    expect(judge(operation, list, written, { ...before, isComplete: true })).toBe("no");
    // A commit is missing where the list goes down to one that was there.
    const cut = isCommit ? "no" : "unknown";
    expect(judge(operation, list, written, { ...before, isComplete: false })).toBe(cut);
    expect(judge(operation, [], written, { ...before, isComplete: false })).toBe("unknown");
    expect(judge(operation, null, written, before)).toBe("unknown");
    expect(judge(operation, { error: "x" }, written, before)).toBe("unknown");
  });

  it("is not an equal one that was there before", () => {
    const expected = unique.has(name) ? "unknown" : "no";
    expect(judge(operation, [entry, ...list], written, known([entry, ...list], query))).toBe(expected);
  });

  it("may be an equal one where nothing is known from before", () => {
    expect(judge(operation, [entry, ...list], written)).toBe(unique.has(name) ? "yes" : "unknown");
  });

  it("is not somebody else's, made at the same time", () => {
    const theirs = byOther(entry);
    if (JSON.stringify(theirs) === JSON.stringify(entry)) return;
    expect(judge(operation, [theirs, ...list], written, before)).toBe(isCommit ? "unknown" : "no");
    expect(judge(operation, [theirs, entry, ...list], written, before)).toBe("yes");
  });
});

/** Returns an entry as somebody else would have made it. */
function byOther(entry: Fields): Fields {
  const text = JSON.stringify(entry).replaceAll(JSON.stringify(ada), JSON.stringify(bob));
  return JSON.parse(text.replaceAll('"Ada"', '"Eve"'));
}

it("takes no change of a text by the service for a missing comment", () => {
  const changed = { ...remark, body: "LGTM, without the quick action" };
  expect(judge(createMergeRequestNote, [changed], { body: "LGTM\n/label ~x" }, known([]))).toBe("unknown");
  expect(judge(createMergeRequestNote, [changed], { body: "LGTM" }, known([changed]))).toBe("no");
});

it("finds a commit above the known head of its branch, or of the branch that it starts from", () => {
  const list = [commit, { id: "c1", message: "Fix it", author_name: "Ada" }];
  const head = [{ name: "main", commit: { id: "c1" } }];
  expect(judge(createCommit, list, onMain, known(head))).toBe("yes");
  expect(judge(createCommit, list.slice(1), onMain, { ...known(head), isComplete: false })).toBe("no");
  expect(judge(createCommit, list, { ...onMain, branch: "b", start_branch: "main" }, known(head))).toBe(
    "yes",
  );
  expect(judge(createCommit, list, { ...onMain, branch: "b" }, known(head))).toBe("unknown");
});

it("takes an entry for removed only where a complete list lacks it", () => {
  const gone = { award_id: 3 };
  expect(judge(deleteMergeRequestReaction, [], gone)).toBe("yes");
  expect(judge(deleteMergeRequestReaction, [], gone, { isComplete: false })).toBe("unknown");
  expect(judge(deleteMergeRequestReaction, [{ id: 3 }], gone, { isComplete: false })).toBe("no");
});

it("confirms a creation where the object is new and as it was sent, a deletion where it is gone", () => {
  expect(judge(createBranch, null, { branch: "b" })).toBe("no");
  expect(judge(createBranch, { name: "b" }, { branch: "b" })).toBe("yes");
  expect(judge(createBranch, { name: "b" }, { branch: "b" }, known({ name: "b" }))).toBe("unknown");
  expect(judge(createWikiPage, { content: "theirs" }, { title: "t", content: "mine" })).toBe("unknown");
  expect(judge(createWikiPage, { content: "mine\n" }, { title: "t", content: "mine" })).toBe("yes");
  expect(judge(deleteBranch, null, { branch: "b" })).toBe("yes");
  expect(judge(deleteBranch, { name: "b" }, { branch: "b" })).toBe("no");
  // Groups are deleted in the background.
  expect(judge(deleteGroup, { id: 1 }, { id: 1 })).toBe("unknown");
  expect(judge(deleteGroup, { id: 1, marked_for_deletion_on: "2026-01-01" }, { id: 1 })).toBe("yes");
});

it("compares what was sent with what the read shows, and other values with those from before", () => {
  expect(judge(updateRelease, { name: "1.0", description: "" }, { name: "1.0" })).toBe("yes");
  expect(judge(updateRelease, { name: "0.9" }, { name: "1.0" }, known({ name: "0.9" }))).toBe("no");
  // Somebody may have changed it since.
  expect(judge(updateRelease, { name: "1.1" }, { name: "1.0" }, known({ name: "0.9" }))).toBe("unknown");
  expect(judge(updateRelease, { name: "0.9" }, { name: "1.0" })).toBe("unknown");
  expect(judge(updateRelease, {}, { name: "1.0" })).toBe("unknown");
  expect(judge(updateMergeRequest, { state: "closed", title: "t" }, { state_event: "close" })).toBe("yes");
  expect(judge(updateMergeRequest, { state: "opened", title: "t" }, { state_event: "close" })).toBe("no");
  expect(judge(updateMergeRequest, { labels: ["b", "a"] }, { labels: "a,b" })).toBe("yes");
});

it("decides nothing by a state that others may have made, or that the service does not show", () => {
  const spent = { total_time_spent: 60 };
  expect(judge(resetSpentTime, spent, {})).toBe("unknown");
  expect(judge(resetSpentTime, spent, {}, known(spent))).toBe("no");
  expect(judge(approveMergeRequest, { approved_by: [] }, {})).toBe("unknown");
  expect(judge(protectBranch, { protected: true }, { name: "b" }, known({ protected: true }))).toBe(
    "unknown",
  );
  expect(judge(unprotectBranch, { protected: true }, { name: "b" })).toBe("unknown");
  const text = (description: string) => ({ release: { description } });
  expect(judge(updateTagRelease, text("a"), { description: "b" }, known(text("a")))).toBe("no");
  expect(judge(updateTagRelease, text("c"), { description: "b" }, known(text("a")))).toBe("unknown");
  const untouched = { title: "t", updated_at: "2026-01-01" };
  const touched = { title: "t", updated_at: "2026-01-02" };
  expect(judge(updateSnippet, untouched, { content: "x" }, known(untouched))).toBe("no");
  expect(judge(updateSnippet, touched, { content: "x" }, known(untouched))).toBe("unknown");
});

it("checks a wiki page at the slug of its title", () => {
  const slugOf = (operation: AnyOperation, written: Fields) =>
    checkOf(operation)?.input({ id: 1, ...written }).slug;
  expect(slugOf(createWikiPage, { title: "docs / First page", content: "x" })).toBe("docs/First-page");
  expect(slugOf(updateWikiPage, { slug: "docs/a", content: "x" })).toBe("docs/a");
  expect(slugOf(updateWikiPage, { slug: "docs/a", title: "b c" })).toBe("docs/b-c");
  expect(slugOf(updateWikiPage, { slug: "docs/a", title: "/b" })).toBe("b");
  const old = known({ content: "old", slug: "b" });
  expect(judge(updateWikiPage, { content: "new\n", slug: "b" }, { content: "new" }, old)).toBe("yes");
  expect(judge(updateWikiPage, { content: "old", slug: "b" }, { content: "new" }, old)).toBe("no");
});

it("has the response of a write that is found, where the read shows what the write returns", () => {
  const found = (operation: AnyOperation, shown: unknown, written: Fields, before = known([])) =>
    checkOf(operation)?.judge(shown, written, { ...alone, ...before });
  const head = known([{ name: "main", commit: { id: "c1" } }]);
  const below = { id: "c1", message: "before", author_name: "Ada" };
  expect(found(createCommit, [commit, below], onMain, head)).toEqual({ changed: "yes", found: commit });
  const page = { slug: "a", title: "a", content: "x" };
  expect(found(createWikiPage, page, { title: "a", content: "x" })).toEqual({ changed: "yes", found: page });
  const thread = { id: "d", notes: [remark] };
  expect(found(createDiscussion, [thread], { body: "LGTM" })).toEqual({ changed: "yes", found: thread });
  expect(found(deleteBranch, null, { branch: "b" })).toEqual({ changed: "yes", found: null });
  const shows = Object.entries(operations).flatMap(([name, write]) => {
    const check = checkOf(write);
    return check && showsResponseOf(check.read, write) ? [name] : [];
  });
  expect(shows).toEqual(expect.arrayContaining(["createCommit", "createDiscussion", "createWikiPage"]));
  for (const name of ["replyToDiscussion", "createFile", "deleteBranch"]) expect(shows).not.toContain(name);
});

it("finds the first commit of a branch that did not exist, and takes none for it where that is not known", () => {
  const none = known(null);
  expect(judge(createCommit, [commit], onMain, none)).toBe("yes");
  expect(judge(createCommit, [commit], onMain, { before: [] })).toBe("unknown");
  expect(judge(createCommit, [], onMain, none)).toBe("no");
  expect(judge(createCommit, [{ ...commit, author_name: "Eve" }], onMain, none)).toBe("unknown");
  const needs = (before: readonly Known[]) => checkOf(createCommit)?.first?.isNeeded(onMain, before);
  expect([needs([]), needs(known([{ name: "main", commit: { id: "c1" } }]).before)]).toEqual([true, false]);
});

it("decides nothing by a text that differs from the one before in outer space alone", () => {
  const old = known({ content: "a\n", format: "markdown" });
  const sent = { slug: "p", content: "a" };
  expect(judge(updateWikiPage, { content: "a\n", format: "markdown" }, sent, old)).toBe("unknown");
  expect(judge(updateWikiPage, { content: "a", format: "markdown" }, sent, old)).toBe("yes");
  const moved = { ...sent, content: "a\n", format: "rdoc" };
  expect(judge(updateWikiPage, { content: "a\n", format: "markdown" }, moved, old)).toBe("no");
});
