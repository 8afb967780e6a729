import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { neutral, unwrap } from "../../../shared/api/contract/schema-walk.ts";
import { objectSchema, pathParameters } from "../../../shared/api/identity/identity.ts";
import { operationIdentity } from "../../../shared/api/identity/kinds.ts";
import { operations } from "../../../shared/api/index.ts";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import { getFile } from "../../../shared/api/resources/files.ts";
import { getOriginal } from "../../../shared/api/resources/local-repositories.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { getProject, listProjects } from "../../../shared/api/resources/projects.ts";
import { getWikiPage, updateWikiPage } from "../../../shared/api/resources/wikis.ts";
import { rounds } from "../../../shared/testing/rounds.ts";
import { type BodyCheck, BodyDefect } from "./body-check.ts";
import { JsonCheck, type JsonKind } from "./json-check.ts";
import { jsonKindOf, kindCheck, wholeKindCheck } from "./kind-check.ts";
import { type ShallowObject, ShallowObjects } from "./shallow-objects.ts";

/** Returns whether a text is accepted when it arrives in chunks of some bytes. */
function accepts(body: string | Uint8Array, kind: JsonKind = "any", chunk = 3): boolean {
  const bytes = Buffer.from(body as Uint8Array);
  const check = new JsonCheck(kind);
  try {
    for (let at = 0; at < bytes.length; at += chunk) check.chunk(bytes.subarray(at, at + chunk));
    check.end();
    return true;
  } catch (error) {
    if (error instanceof BodyDefect) return false;
    throw error;
  }
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it("accepts what JSON.parse accepts, however it is cut into chunks", () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, chunk) => accepts(text, "any", chunk)),
  );
});

it("agrees with JSON.parse on texts that lack, repeat or change a character", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", '"', "}", "]", ",", "0", "e", "\\", "\u0001"),
      (text, at, other) => {
        const cut = at % (text.length + 1);
        for (const broken of [
          text.slice(0, cut),
          text.slice(0, cut) + other + text.slice(cut + 1),
          text + other,
        ]) {
          expect([broken, accepts(broken)]).toEqual([broken, parses(broken)]);
        }
      },
    ),
    { numRuns: rounds(500) },
  );
});

it("accepts numbers, literals, escapes and whitespace", () => {
  for (const text of [
    "0",
    "-1.5e+10",
    " true ",
    "null",
    '"\\u00e9\\n"',
    "[ ]",
    "{ }",
    '\ufeff{"a":[1,{}]}',
  ]) {
    expect([text, accepts(text)]).toEqual([text, true]);
  }
  for (const text of [
    "",
    " ",
    "01",
    "1.",
    "+1",
    "tru",
    "nul0",
    '"\\x"',
    '"\\u00g0"',
    "[1,]",
    '{"a"}',
    "{,}",
    "[}",
    "1 2",
  ]) {
    expect([text, accepts(text)]).toEqual([text, false]);
  }
});

it("expects the kind of an operation's response", () => {
  expect([listProjects, getProject, getOriginal].map(jsonKindOf)).toEqual([
    "array",
    "object",
    "object or null",
  ]);
});

it("refuses another kind than the expected one", () => {
  expect(accepts("[]", "array")).toBe(true);
  expect(accepts('{"message":"x"}', "array")).toBe(false);
  expect(accepts("[]", "object")).toBe(false);
  expect(accepts("null", "object")).toBe(false);
  expect(accepts("null", "object or null")).toBe(true);
  expect(accepts("{}", "object or null")).toBe(true);
  expect(accepts("[]", "object or null")).toBe(false);
});

it("refuses bytes that are not UTF-8 and takes characters that chunks divide", () => {
  expect(accepts('["ä€😀"]', "array", 1)).toBe(true);
  expect(accepts(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toBe(false);
  expect(accepts(Buffer.from([0x22, 0xe2, 0x82]))).toBe(false);
});

const first = { isRead: true, isRedirected: false };

/** Returns why a body is refused, null where it is accepted. */
function refusal(
  operation: AnyOperation,
  body: unknown,
  input: Record<string, unknown> = {},
  exchange = first,
): string | null {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const found = [kindCheck, wholeKindCheck].map((checkOf) =>
    defectOf(checkOf({ operation, input }, exchange), bytes),
  );
  expect(found[0]).toBe(found[1]);
  return found[0] ?? null;
}

function defectOf(check: BodyCheck, bytes: Uint8Array): string | null {
  try {
    check.chunk(bytes);
    check.end();
    return null;
  } catch (error) {
    if (error instanceof BodyDefect) return error.message;
    throw error;
  }
}

const jsonOperations = Object.entries(operations).filter(([, { response }]) => response.kind === "json");

describe("a body that is not of its kind", () => {
  it.each(jsonOperations)("is refused: %s", (_, operation) => {
    const objects: unknown[] = [
      { error: "x" },
      { message: "x" },
      { message: { base: ["x"] } },
      { error: "x", error_description: "y" },
      {},
    ];
    const isList = jsonKindOf(operation) === "array";
    const bodies = isList ? objects.map((object) => [object]) : objects;
    for (const body of [...bodies, '"x"', "1", "true", isList ? { error: "x" } : [], [[]], [null], ["x"]]) {
      expect([body, refusal(operation, body)]).toEqual([body, expect.any(String)]);
    }
    if (isList) expect(refusal(operation, [])).toBeNull();
    if (jsonKindOf(operation) !== "object or null") expect(refusal(operation, null)).not.toBeNull();
  });

  /** A minimal object of each kind: its identifying fields alone. */
  const samples = new Map(
    jsonOperations.map(([name, operation]) => {
      const shape = (objectSchema(operation) as { shape?: Record<string, never> }).shape ?? {};
      const fields = (operationIdentity(operation)?.fields ?? []).map((one) => [one].flat()[0] as string);
      const value = (field: string) => (shape[field] ? neutral(unwrap(shape[field])) : []);
      return [name, Object.fromEntries(fields.map((field) => [field, value(field)]))] as const;
    }),
  );

  it("is accepted with nothing but the fields that identify it", () => {
    for (const [name, operation] of jsonOperations) {
      const object = samples.get(name);
      const body = jsonKindOf(operation) === "array" ? [object] : object;
      expect([name, refusal(operation, body)]).toEqual([name, null]);
    }
  });

  it("is refused where it is a project, user, job, note or key instead", () => {
    const others = [
      "getProject",
      "getUser",
      "getJob",
      "getMergeRequestNote",
      "getCurrentUserKey",
      "listTree",
    ];
    for (const other of others) {
      const foreign = samples.get(other) ?? {};
      for (const [name, operation] of jsonOperations) {
        // Some kinds have no more than what others have, too: a name, an id, a reaction in place of a note.
        const own = operationIdentity(operation)?.fields.flat() ?? [];
        const isPart =
          own.every((field) => field in foreign) || (operationIdentity(operation)?.or.length ?? 0) > 0;
        if (isPart || own.some((field) => field in foreign && own.length === 1)) continue;
        const body = jsonKindOf(operation) === "array" ? [foreign] : foreign;
        expect([other, name, refusal(operation, body)]).toEqual([other, name, expect.any(String)]);
      }
    }
  });
});

describe("a body about something else", () => {
  const mergeRequest = { iid: 7, project_id: 5, title: "t" };
  const asked = { id: 5, merge_request_iid: 7 };
  it.each([
    ["the requested one", {}, asked, true],
    ["another number", { iid: 8 }, asked, false],
    ["another project", { project_id: 6 }, asked, false],
    ["a project that was named by its path", {}, { ...asked, id: "group/name" }, true],
    ["an id as text", {}, { id: "5", merge_request_iid: "7" }, true],
    ["no project, as in old services", { project_id: undefined }, asked, true],
  ])("is told by its numbers: %s", (_, change, input, isAccepted) => {
    expect(refusal(getMergeRequest, { ...mergeRequest, ...change }, input) === null).toBe(isAccepted);
  });

  it("is told by its path, unless the project moved", () => {
    const project = { id: 5, path_with_namespace: "Group/Name" };
    const moved = { isRead: true, isRedirected: true };
    expect(refusal(getProject, project, { id: "group/name" })).toBeNull();
    expect(refusal(getProject, project, { id: "group/other" })).toContain("another path with namespace");
    expect(refusal(getProject, project, { id: "group/other" }, moved)).toBeNull();
    expect(refusal(getProject, project, { id: 6 }, moved)).toContain("another id");
  });

  it("is told by a whole hash; a branch, HEAD or a short hash is resolved by the service", () => {
    const commit = { id: "a".repeat(40), title: "t" };
    for (const sha of ["main", "HEAD", "bbbbbbb", "20240101", "A".repeat(40)])
      expect([sha, refusal(getCommit, commit, { sha })]).toEqual([sha, null]);
    expect(refusal(getCommit, commit, { sha: "b".repeat(40) })).toContain("another id");
  });

  it("is told by the path of a file and the slug of a page, however a service writes it", () => {
    expect(refusal(getFile, { file_path: "a/b", content: "" }, { file_path: "a/b" })).toBeNull();
    expect(refusal(getFile, { file_path: "a/c", content: "" }, { file_path: "a/b" })).not.toBeNull();
    const page = { slug: "docs/First-page", title: "t" };
    expect(refusal(getWikiPage, page, { slug: "docs/first page" })).toBeNull();
    expect(refusal(getWikiPage, page, { slug: "docs/second" })).not.toBeNull();
    const write = { isRead: false, isRedirected: false };
    expect(refusal(updateWikiPage, page, { slug: "docs/old" }, write)).toBeNull();
  });

  it("may be a reaction, or the effect of quick actions, where a comment was sent", () => {
    for (const body of [
      { id: 1, name: "tada" },
      { commands_changes: { labels: [] }, summary: ["Added"] },
    ])
      expect(refusal(createMergeRequestNote, body)).toBeNull();
  });

  it("shows itself wherever the path of an operation has a parameter, but for these", () => {
    const unseen = new Set<string>();
    for (const [name, operation] of jsonOperations) {
      const { shape = {} } = objectSchema(operation) as { shape?: Record<string, unknown> };
      for (const { key } of pathParameters(operation)) {
        const isShown = key in (operationIdentity(operation)?.shows ?? {});
        // Most kinds do not have their project at all.
        const isHidden = key === "projects/:id" && !("project_id" in shape);
        if (!isShown && !isHidden && jsonKindOf(operation) !== "array") unseen.add(`${name} ${key}`);
      }
    }
    expect([...unseen].sort()).toEqual(Object.values(notShown).flat().sort());
  });
});

/** Parameters that the response of an operation does not repeat, by why. Entries of lists are checked as their kind is. */
const notShown: Readonly<Record<string, readonly string[]>> = {
  "the kind has no field for what it belongs to": [
    "addIssueSpentTime issues/:issue_iid",
    "createGroupLabel groups/:id",
    "createIssueDiscussion issues/:issue_iid",
    "createIssueNoteReaction issues/:issue_iid",
    "createIssueNoteReaction notes/:note_id",
    "createIssueReaction issues/:issue_iid",
    "getGroupLabel groups/:id",
    "getIssueDiscussion issues/:issue_iid",
    "getIssueTimeStats issues/:issue_iid",
    "replyToIssueDiscussion discussions/:discussion_id",
    "resetIssueSpentTime issues/:issue_iid",
    "resetIssueTimeEstimate issues/:issue_iid",
    "setIssueTimeEstimate issues/:issue_iid",
    "updateGroupLabel groups/:id",
    "updateIssueDiscussionNote discussions/:discussion_id",
    "addSpentTime merge_requests/:merge_request_iid",
    "cancelAutoMerge merge_requests/:merge_request_iid",
    "createCommitComment commits/:sha",
    "createDiscussion merge_requests/:merge_request_iid",
    "createMergeRequestBlock merge_requests/:merge_request_iid",
    "createMergeRequestPipeline merge_requests/:merge_request_iid",
    "createMergeRequestReaction merge_requests/:merge_request_iid",
    "createNoteReaction merge_requests/:merge_request_iid",
    "createNoteReaction notes/:note_id",
    "createPipelineScheduleVariable pipeline_schedules/:pipeline_schedule_id",
    "deletePipelineScheduleVariable pipeline_schedules/:pipeline_schedule_id",
    "updatePipelineScheduleVariable pipeline_schedules/:pipeline_schedule_id",
    "createReleaseLink releases/:tag_name",
    "deleteReleaseLink releases/:tag_name",
    "getReleaseLink releases/:tag_name",
    "updateReleaseLink releases/:tag_name",
    "createUserKey users/:id",
    "getMergeTrainCar merge_requests/:merge_request_iid",
    "getApprovalState merge_requests/:merge_request_iid",
    "getGroupNotificationSettings groups/:id",
    "getProjectSnippetUserAgent snippets/:snippet_id",
    "getSnippetUserAgent snippets/:id",
    "getTimeStats merge_requests/:merge_request_iid",
    "getUserStatus users/:id_or_username",
    "rebaseMergeRequest merge_requests/:merge_request_iid",
    "replyToDiscussion discussions/:discussion_id",
    "resendHookEvent events/:event_id",
    "resendHookEvent hooks/:id",
    "resendProjectHookEvent events/:event_id",
    "resendProjectHookEvent hooks/:hook_id",
    "resetSpentTime merge_requests/:merge_request_iid",
    "resetTimeEstimate merge_requests/:merge_request_iid",
    "resolveDiscussion merge_requests/:merge_request_iid",
    "resolveMergeConflicts merge_requests/:merge_request_iid",
    "setTimeEstimate merge_requests/:merge_request_iid",
    "transferProject projects/:project_id",
    "updateDiscussionNote discussions/:discussion_id",
    "updateGroupNotificationSettings groups/:id",
    "updateSubmodule submodules/:submodule",
  ],
  "it names the merge request by its id, not by its number": [
    "getMergeRequestVersion merge_requests/:merge_request_iid",
  ],
  "a sample event before 14.9": ["testHook hooks/:id", "triggerHook hooks/:id"],
  "a new commit, job or token has an id of its own": [
    "cherryPickCommit commits/:sha",
    "retryJob jobs/:job_id",
    "revertCommit commits/:sha",
    "rotateProjectAccessToken access_tokens/:token_id",
  ],
  "it belongs to the target, which may be another project": ["createMergeRequest projects/:id"],
  "it is another issue of another project": ["moveIssue issues/:issue_iid", "moveIssue projects/:id"],
  "a label may be named by its name, and gets another id in the group": [
    "getGroupLabel labels/:label_id",
    "getLabel labels/:label_id",
    "promoteLabel labels/:label_id",
    "updateGroupLabel labels/:label_id",
    "updateLabel labels/:label_id",
  ],
  "lists of the kind have milestones of the groups above": [
    "createGroupMilestone groups/:id",
    "getGroupMilestone groups/:id",
    "updateGroupMilestone groups/:id",
  ],
  "pipelines of a fork's branch belong to the fork": ["createMergeRequestPipeline projects/:id"],
};

describe("the objects of a JSON text", () => {
  const objectsOf = (text: string, size: number): ShallowObject[] => {
    const found: ShallowObject[] = [];
    const objects = new ShallowObjects((object) => found.push(object));
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += size) objects.chunk(bytes.subarray(from, from + size));
    return found;
  };

  it.each([
    ['{"a":1,"b":{"c":[1,{"d":2}]},"e":["}"],"f":"\\"]{"}', [{ a: 1, b: {}, e: [], f: '"]{' }]],
    ['\ufeff [ {"a":"ä"} , {"a":{}} ]', [{ a: "ä" }, { a: {} }]],
    ['[1,"x",null,[{"a":1}],{"a":[[]]},{}]', [null, null, null, null, { a: [] }, {}]],
    ["[]", []],
    ['"{"', [null]],
    ["12", [null]],
    [`{"a":"${"\\\\x".repeat(40_000)}","b":"${"y".repeat(70_000)}","c":3}`, [{ a: "", b: "", c: 3 }]],
  ])("are found in any chunks, without what is nested: %s", (text, expected) => {
    for (const size of text.length > 1000 ? [1000, 65_537, 1e6] : [1, 2, 3, 7, 1000])
      expect([size, objectsOf(text, size)]).toEqual([size, expected]);
  });
});
