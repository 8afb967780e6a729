import { describe, expect, it } from "vitest";
import type { Change } from "../../state/edits.ts";
import { toActions } from "./commit-changes.ts";

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
const actionsOf = (changes: readonly Change[]) =>
  toActions(
    changes,
    new Map(
      changes.flatMap(({ id, content }) =>
        content?.kind === "text" ? [[id, { content: content.text, encoding: "text" as const }] as const] : [],
      ),
    ),
  );

describe("actions of a commit", () => {
  it("sends the last commit id of existing files", () => {
    expect(actionsOf([change({ content: text("x") })])).toEqual([
      { action: "update", file_path: "a.txt", content: "x", encoding: "text", last_commit_id: "c1" },
    ]);
    expect(actionsOf([change({ deleted: true })])).toEqual([
      { action: "delete", file_path: "a.txt", last_commit_id: "c1" },
    ]);
  });

  it("moves with new content in one action and sets the mode in another", () => {
    const moved = change({ path: "b.txt", content: text("y"), executable: true });
    expect(actionsOf([moved])).toEqual([
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
    const actions = actionsOf([
      change({ id: "new", origin: null, path: "b.txt", content: text("new") }),
      change({ id: "gone", origin: { ...origin, path: "b.txt" }, path: "b.txt", deleted: true }),
    ]);
    expect(actions.map(({ action }) => action)).toEqual(["delete", "create"]);
  });
});
