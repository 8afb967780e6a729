import { beforeEach, describe, expect, it } from "vitest";
import {
  createDiscussion,
  deleteDiscussionNote,
  listDiscussions,
  replyToDiscussion,
  resolveDiscussion,
  updateDiscussionNote,
} from "../../../shared/api/resources/discussions.ts";
import { listLabels } from "../../../shared/api/resources/labels.ts";
import { listProjectMembers } from "../../../shared/api/resources/members.ts";
import {
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import * as notes from "../../../shared/api/resources/notes.ts";
import {
  createMergeRequestNote,
  deleteMergeRequestNote,
  listMergeRequestNotes,
} from "../../../shared/api/resources/notes.ts";
import * as reactions from "../../../shared/api/resources/reactions.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertIssue } from "../store/review/issues.ts";
import { listReactionRows } from "../store/review/reactions.ts";
import { insertSnippet } from "../store/review/snippets.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

describe("notes", () => {
  const service = serviceForTests("notes");
  let project: Project;
  let issue: number;
  let snippet: number;
  beforeEach(async () => {
    project = await service.project();
    await service.commit(project, { files: { a: "1\n2\n3\n" } });
    await service.commit(project, { branch: "topic", from: "main", files: { a: "1\ntwo\n3\n" } });
    await service.operate(createMergeRequest, {
      id: project.id,
      source_branch: "topic",
      target_branch: "main",
      title: "T",
    });
    issue = insertIssue(service.store, { projectId: project.id, title: "An issue", authorId: null }).iid;
    snippet = insertSnippet(service.store, {
      projectId: project.id,
      title: "A snippet",
      visibility: "internal",
      authorId: 1,
      files: [{ path: "a.txt", content: "x" }],
    });
  });

  type Body = Record<string, unknown>;
  const mr = () => ({ id: project.id, merge_request_iid: 1 });

  interface Parent {
    readonly type: string;
    create(body: string, as?: TestCaller, created_at?: string): Promise<{ status: number; body: unknown }>;
    list(query?: object, as?: TestCaller): Promise<{ status: number; body: unknown }>;
    get(note_id: number, as?: TestCaller): Promise<{ status: number; body: unknown }>;
    update(note_id: number, body: string, as?: TestCaller): Promise<{ status: number; body: unknown }>;
    remove(note_id: number, as?: TestCaller): Promise<{ status: number; body: unknown }>;
  }

  const parents: Readonly<Record<string, () => Parent>> = {
    "a merge request": () => ({
      type: "MergeRequest",
      create: (body, as = "developer", created_at) =>
        service.operate(
          notes.createMergeRequestNote,
          { ...mr(), body, ...(created_at ? { created_at } : {}) },
          { as },
        ),
      list: (query = {}, as = "developer") =>
        service.operate(notes.listMergeRequestNotes, { ...mr(), ...query }, { as }),
      get: (note_id, as = "developer") =>
        service.operate(notes.getMergeRequestNote, { ...mr(), note_id }, { as }),
      update: (note_id, body, as = "developer") =>
        service.operate(notes.updateMergeRequestNote, { ...mr(), note_id, body }, { as }),
      remove: (note_id, as = "developer") =>
        service.operate(notes.deleteMergeRequestNote, { ...mr(), note_id }, { as }),
    }),
    "an issue": () => {
      const of = { id: project.id, issue_iid: issue };
      return {
        type: "Issue",
        create: (body, as = "developer", created_at) =>
          service.operate(
            notes.createIssueNote,
            { ...of, body, ...(created_at ? { created_at } : {}) },
            { as },
          ),
        list: (query = {}, as = "developer") =>
          service.operate(notes.listIssueNotes, { ...of, ...query }, { as }),
        get: (note_id, as = "developer") => service.operate(notes.getIssueNote, { ...of, note_id }, { as }),
        update: (note_id, body, as = "developer") =>
          service.operate(notes.updateIssueNote, { ...of, note_id, body }, { as }),
        remove: (note_id, as = "developer") =>
          service.operate(notes.deleteIssueNote, { ...of, note_id }, { as }),
      };
    },
    "a snippet": () => {
      const of = { id: project.id, snippet_id: snippet };
      return {
        type: "Snippet",
        create: (body, as = "developer", created_at) =>
          service.operate(
            notes.createSnippetNote,
            { ...of, body, ...(created_at ? { created_at } : {}) },
            { as },
          ),
        list: (query = {}, as = "developer") =>
          service.operate(notes.listSnippetNotes, { ...of, ...query }, { as }),
        get: (note_id, as = "developer") => service.operate(notes.getSnippetNote, { ...of, note_id }, { as }),
        update: (note_id, body, as = "developer") =>
          service.operate(notes.updateSnippetNote, { ...of, note_id, body }, { as }),
        remove: (note_id, as = "developer") =>
          service.operate(notes.deleteSnippetNote, { ...of, note_id }, { as }),
      };
    },
  };

  it.each(operationsOf("notes"))(
    "%s refuses callers without access and invalid input",
    async (name, operation) => {
      const parent = name.includes("Issue")
        ? { id: project.id, issue_iid: issue }
        : name.includes("Snippet")
          ? { id: project.id, snippet_id: snippet }
          : mr();
      const takes = {
        ...(operation.path.includes(":note_id") ? { note_id: 1 } : {}),
        ...("body" in operation.body ? { body: "x" } : {}),
      };
      const refusals = refusalsOf(
        service,
        operation,
        { ...parent, ...takes },
        // Guests read and comment on everything but code.
        { guests: !name.includes("MergeRequest") },
      );
      expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
    },
  );

  it.each(Object.entries(parents))("notes on %s are written, read, changed and deleted", async (_, begin) => {
    const parent = begin();
    const made = await parent.create("First");
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        body: "First",
        system: false,
        author: { username: "developer", email: "developer@example.test" },
        noteable_type: parent.type,
        attachment: null,
      },
    ]);
    const { id } = made.body as { id: number };
    await parent.create("Second", "reporter");
    const bodies = async (query: object) =>
      ((await parent.list(query)).body as Body[]).map(({ body }) => body);
    expect(await bodies({})).toEqual(["Second", "First"]);
    expect(await bodies({ sort: "asc" })).toEqual(["First", "Second"]);
    expect(await bodies({ per_page: 1, page: 2 })).toEqual(["First"]);
    expect((await parent.update(id, "Changed", "reporter")).status).toBe(403);
    expect((await parent.update(id, "Changed", "maintainer")).body).toMatchObject({ body: "Changed" });
    expect(await bodies({ order_by: "updated_at" })).toEqual(["Changed", "Second"]);
    expect((await parent.get(id)).body).toMatchObject(
      parent.type === "Snippet" ? { id, title: "A snippet", file_name: "a.txt" } : { id, body: "Changed" },
    );
    expect((await parent.get(999_999)).status).toBe(404);
    expect((await parent.remove(id, "reporter")).status).toBe(403);
    expect((await parent.remove(id)).status).toBe(204);
    expect((await parent.get(id)).status).toBe(404);
    expect((await parent.list({}, "stranger")).status).toBe(404);
    expect((await parent.list({}, "nobody")).status).toBe(401);
  });

  it.each(Object.entries(parents))("an emoji alone on %s is a reaction", async (_, begin) => {
    for (const text of [":thumbsup:", "👍", ":tada:", "🎉"]) {
      const { status, body } = await begin().create(text);
      expect([status, body]).toMatchObject([201, { name: /tada|🎉/.test(text) ? "tada" : "thumbsup" }]);
    }
    expect((await begin().create("👍 nice")).body).toMatchObject({ body: "👍 nice" });
    expect((await begin().create(":no_such_emoji:")).body).toMatchObject({ body: ":no_such_emoji:" });
  });

  it("only an owner may set when a note was written", async () => {
    const parent = parents["an issue"]?.();
    const then = "2020-01-02T03:04:05Z";
    expect((await parent?.create("Old", "owner", then))?.body).toMatchObject({
      created_at: "2020-01-02T03:04:05.000Z",
    });
    expect((await parent?.create("New", "developer", then))?.body).not.toMatchObject({
      created_at: "2020-01-02T03:04:05.000Z",
    });
  });

  it("system notes cannot be changed", async () => {
    await service.operate(updateMergeRequest, { ...mr(), title: "Other" });
    const [note] = (await service.operate(notes.listMergeRequestNotes, mr())).body as {
      id: number;
      system: boolean;
    }[];
    expect(note?.system).toBe(true);
    const of = { ...mr(), note_id: note?.id ?? 0 };
    expect((await service.operate(notes.deleteMergeRequestNote, of, { as: "owner" })).status).toBe(403);
    expect(
      (await service.operate(notes.updateMergeRequestNote, { ...of, body: "x" }, { as: "owner" })).status,
    ).toBe(403);
  });

  it("threads on lines are replied to, resolved and reopened", async () => {
    const { diff_refs: refs } = (await service.operate(getMergeRequest, mr())).body as {
      diff_refs: { base_sha: string; start_sha: string; head_sha: string };
    };
    const position = { ...refs, position_type: "text", old_path: "a", new_path: "a", new_line: 2 } as const;
    const made = await service.operate(createDiscussion, { ...mr(), body: "Why two?", position });
    expect([made.status, made.body]).toMatchObject([
      201,
      { individual_note: false, notes: [{ type: "DiffNote", resolvable: true, resolved: false, position }] },
    ]);
    const { id: discussion_id } = made.body as { id: string };
    expect(discussion_id).toMatch(/^[0-9a-f]{40}$/);
    const thread = { ...mr(), discussion_id };
    const reply = await service.operate(
      replyToDiscussion,
      { ...thread, body: "Because" },
      { as: "reporter" },
    );
    const note_id = (reply.body as { id: number }).id;
    expect((await service.operate(updateDiscussionNote, { ...thread, note_id, body: "x" })).status).toBe(403);
    await service.operate(updateDiscussionNote, { ...thread, note_id, body: "Since" }, { as: "reporter" });
    expect(
      (await service.operate(resolveDiscussion, { ...thread, resolved: true }, { as: "reporter" })).status,
    ).toBe(403);
    const resolved = await service.operate(resolveDiscussion, { ...thread, resolved: true });
    expect((resolved.body as { notes: Body[] }).notes).toMatchObject([
      { resolved: true, resolved_by: { username: "developer" } },
      { body: "Since", resolved: true },
    ]);
    expect((await service.operate(getMergeRequest, mr())).body).toMatchObject({
      blocking_discussions_resolved: true,
    });
    await service.operate(resolveDiscussion, { ...thread, resolved: false });
    expect((await service.operate(getMergeRequest, mr())).body).toMatchObject({
      blocking_discussions_resolved: false,
    });
    expect(
      (await service.operate(deleteDiscussionNote, { ...thread, note_id }, { as: "reporter" })).status,
    ).toBe(204);
    const all = (await service.operate(listDiscussions, mr())).body as { notes: Body[] }[];
    expect(all.map(({ notes: [first] }) => first?.body)).toEqual(["Why two?", "resolved all threads"]);
    const nowhere = { ...position, new_line: 99 };
    expect((await service.operate(createDiscussion, { ...mr(), body: "x", position: nowhere })).status).toBe(
      400,
    );
    expect(
      (await service.operate(replyToDiscussion, { ...thread, discussion_id: "f".repeat(40), body: "x" }))
        .status,
    ).toBe(404);
  });

  it("labels, milestones and members are listed", async () => {
    await service.operate(updateMergeRequest, { ...mr(), labels: "b,a" });
    const names = async (response: Promise<{ body: unknown }>) =>
      ((await response).body as { name: string }[]).map(({ name }) => name);
    expect(await names(service.operate(listLabels, { id: project.id }))).toEqual(["a", "b"]);
    expect(await names(service.operate(listLabels, { id: project.id, search: "B" }))).toEqual(["b"]);
    expect((await service.operate(listMilestones, { id: project.id })).body).toEqual([]);
    expect(await names(service.operate(listProjectMembers, { id: project.id }))).toContain("The developer");
  });
});

describe("reactions", () => {
  const service = serviceForTests();
  let project: Project;
  let note: number;
  beforeEach(async () => {
    project = await service.project();
    await service.commit(project, { files: { a: "1\n" } });
    await service.commit(project, { branch: "topic", from: "main", files: { a: "2\n" } });
    const branches = { source_branch: "topic", target_branch: "main" };
    await service.operate(createMergeRequest, { id: project.id, ...branches, title: "T" });
    const said = await service.operate(createMergeRequestNote, { ...of(), body: "Words" });
    note = (said.body as { id: number }).id;
  });

  const of = () => ({ id: project.id, merge_request_iid: 1 });

  /** The same three operations on a merge request and on a comment. */
  const targets = {
    "a merge request": {
      list: (as?: TestCaller) => service.operate(reactions.listMergeRequestReactions, of(), as ? { as } : {}),
      create: (name: string, as?: TestCaller) =>
        service.operate(reactions.createMergeRequestReaction, { ...of(), name }, as ? { as } : {}),
      remove: (award_id: number, as?: TestCaller) =>
        service.operate(reactions.deleteMergeRequestReaction, { ...of(), award_id }, as ? { as } : {}),
    },
    "a comment": {
      list: (as?: TestCaller) =>
        service.operate(reactions.listNoteReactions, { ...of(), note_id: note }, as ? { as } : {}),
      create: (name: string, as?: TestCaller) =>
        service.operate(reactions.createNoteReaction, { ...of(), note_id: note, name }, as ? { as } : {}),
      remove: (award_id: number, as?: TestCaller) =>
        service.operate(reactions.deleteNoteReaction, { ...of(), note_id: note, award_id }, as ? { as } : {}),
    },
  };

  it.each(Object.entries(targets))("reactions to %s are given, listed and taken back", async (_, target) => {
    const made = await target.create("tada");
    expect([made.status, made.body]).toMatchObject([201, { name: "tada", user: { username: "developer" } }]);
    expect((await target.create("tada")).body).toMatchObject({ id: (made.body as { id: number }).id });
    const theirs = (await target.create("thumbsup", "reporter")).body as { id: number };
    expect((await target.list()).body).toMatchObject([
      { name: "tada", user: { username: "developer" } },
      { name: "thumbsup", user: { username: "reporter" } },
    ]);
    expect((await target.create("no such")).status).toBe(400);
    expect((await target.remove(theirs.id)).status).toBe(403);
    expect((await target.remove(999_999)).status).toBe(404);
    expect((await target.remove(theirs.id, "reporter")).status).toBe(204);
    expect((await target.list()).body).toMatchObject([{ name: "tada" }]);
    expect((await target.list("stranger")).status).toBe(404);
    expect((await target.create("tada", "nobody")).status).toBe(401);
  });

  it("system notes take no reactions, and reactions are deleted with their comment", async () => {
    await service.operate(updateMergeRequest, { ...of(), title: "Other" });
    const notes = (await service.operate(listMergeRequestNotes, of())).body as {
      id: number;
      system: boolean;
    }[];
    const event = notes.find(({ system }) => system)?.id ?? 0;
    const onEvent = { ...of(), note_id: event, name: "tada" };
    expect((await service.operate(reactions.createNoteReaction, onEvent)).status).toBe(404);
    await service.operate(reactions.createNoteReaction, { ...of(), note_id: note, name: "tada" });
    expect(listReactionRows(service.store, "Note", note)).toHaveLength(1);
    await service.operate(deleteMergeRequestNote, { ...of(), note_id: note });
    expect(listReactionRows(service.store, "Note", note)).toHaveLength(0);
  });
});
