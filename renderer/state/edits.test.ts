import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type Change,
  changeKind,
  discardChange,
  type EditSession,
  editScopeKey,
  loadEdits,
  mergeSessions,
  putChange,
  restoreChange,
  sessionOf,
  setCommitFields,
} from "./edits.ts";

const change = (id: string): Change => ({
  id,
  origin: null,
  path: id,
  content: { kind: "text", text: id },
  executable: false,
  deleted: false,
});
const session = (message: string, ...ids: string[]): EditSession => ({
  account: "local",
  project: "group/app",
  branch: "main",
  head: "0",
  message,
  target: "",
  authorName: "",
  authorEmail: "",
  changes: ids.map(change),
});

it("keeps stored drafts beside edits made while they were read", () => {
  const merged = mergeSessions(
    { a: session("typed before", "1", "2") },
    { a: session("", "2", "3"), b: session("", "4") },
  );
  expect(merged.a?.message).toBe("typed before");
  expect(merged.a?.changes.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(merged.b?.changes.map(({ id }) => id)).toEqual(["4"]);
});

it("starts again from the branch's present commit when nothing was pending any more", () => {
  const scope = { account: "local", project: "group/app", branch: "main" };
  putChange(scope, "0", change("1"));
  setCommitFields(scope, { message: "typed" });
  const gone = discardChange(scope, "1");
  putChange(scope, "2", change("3"));
  expect(sessionOf(scope)).toMatchObject({ head: "2", message: "typed", changes: [{ id: "3" }] });
  // What started from another commit than the rest is compared with the branch before it is committed.
  if (gone) restoreChange(scope, gone);
  expect(sessionOf(scope)).toMatchObject({ head: "", changes: [{ id: "3" }, { id: "1" }] });
});

it("keeps what was changed again when an older change of the file is restored", () => {
  const scope = { account: "local", project: "group/again", branch: "main" };
  const readme = {
    ...change("README.md"),
    origin: { path: "README.md", blobId: "b", lastCommitId: "c", executable: false },
  };
  putChange(scope, "0", readme);
  const gone = discardChange(scope, readme.id);
  const again = { ...readme, id: "again", path: "docs/README.md" };
  putChange(scope, "0", again);
  expect(gone && restoreChange(scope, gone)).toBe(false);
  expect(sessionOf(scope)?.changes).toEqual([again]);
});

it("reads changes from disk", async () => {
  const { changes: _, ...fields } = { ...session("typed"), project: "group/stored" };
  const key = editScopeKey(fields);
  const documents = [
    { type: "edit-session", session: fields },
    { type: "edit-change", key, change: change("2") },
    { type: "edit-change", key, change: change("1") },
  ];
  vi.stubGlobal("fetch", async () =>
    Response.json(
      documents.map((value, at) => ({ key: `${at}`, value, updated_at: "2026-01-01T00:00:00Z" })),
    ),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await loadEdits();
  expect(sessionOf(fields)?.changes.map(({ id }) => id)).toEqual(["1", "2"]);
});

describe("pending changes", () => {
  const change: Change = {
    id: "1",
    origin: { path: "a.txt", blobId: "b1", lastCommitId: "c1", executable: false },
    path: "a.txt",
    content: null,
    executable: false,
    deleted: false,
  };

  it("has no kind for a change that was undone", () => {
    expect(changeKind(change)).toBeNull();
    expect(changeKind({ ...change, origin: null, deleted: true })).toBeNull();
  });
});
