import { describe, expect, it } from "vitest";
import type { Change } from "../../state/pending-changes.ts";
import { toActions } from "./commit-actions.ts";

const origin = { path: "a.txt", blobId: "b1", lastCommitId: "c1", executable: false };
const change = (parts: Partial<Change>): Change => ({
  id: "1",
  origin,
  path: "a.txt",
  content: null,
  executable: false,
  deleted: false,
  ...parts,
});
const text = (value: string) => ({ kind: "text" as const, text: value });

describe("actions of a commit", () => {
  it("sends the last commit id of existing files", () => {
    expect(toActions([change({ content: text("x") })])).toEqual([
      { action: "update", file_path: "a.txt", content: "x", encoding: "text", last_commit_id: "c1" },
    ]);
    expect(toActions([change({ deleted: true })])).toEqual([
      { action: "delete", file_path: "a.txt", last_commit_id: "c1" },
    ]);
  });

  it("moves with new content in one action and sets the mode in another", () => {
    const moved = change({ path: "b.txt", content: text("y"), executable: true });
    expect(toActions([moved])).toEqual([
      {
        action: "move",
        file_path: "b.txt",
        previous_path: "a.txt",
        content: "y",
        encoding: "text",
        last_commit_id: "c1",
      },
      { action: "chmod", file_path: "b.txt", execute_filemode: true },
    ]);
  });

  it("removes a file before another is written at its path", () => {
    const actions = toActions([
      change({ id: "new", origin: null, path: "b.txt", content: text("new") }),
      change({ id: "gone", origin: { ...origin, path: "b.txt" }, path: "b.txt", deleted: true }),
    ]);
    expect(actions.map(({ action }) => action)).toEqual(["delete", "create"]);
  });

  it("sends bytes as base64", () => {
    const upload = change({ origin: null, content: { kind: "bytes", base64: "AAE=", size: 2 } });
    expect(toActions([upload])).toEqual([
      { action: "create", file_path: "a.txt", content: "AAE=", encoding: "base64" },
    ]);
  });
});
