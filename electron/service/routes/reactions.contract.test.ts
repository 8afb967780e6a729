import { beforeEach, expect, it } from "vitest";
import {
  createMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import {
  createMergeRequestNote,
  deleteMergeRequestNote,
  listMergeRequestNotes,
} from "../../../shared/api/resources/notes.ts";
import * as reactions from "../../../shared/api/resources/reactions.ts";
import type { Project } from "../store/projects/projects.ts";
import { listReactionRows } from "../store/review/reactions.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { Caller } from "./testing/test-service.ts";

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
    list: (as?: Caller) => service.operate(reactions.listMergeRequestReactions, of(), as ? { as } : {}),
    create: (name: string, as?: Caller) =>
      service.operate(reactions.createMergeRequestReaction, { ...of(), name }, as ? { as } : {}),
    remove: (award_id: number, as?: Caller) =>
      service.operate(reactions.deleteMergeRequestReaction, { ...of(), award_id }, as ? { as } : {}),
  },
  "a comment": {
    list: (as?: Caller) =>
      service.operate(reactions.listNoteReactions, { ...of(), note_id: note }, as ? { as } : {}),
    create: (name: string, as?: Caller) =>
      service.operate(reactions.createNoteReaction, { ...of(), note_id: note, name }, as ? { as } : {}),
    remove: (award_id: number, as?: Caller) =>
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
