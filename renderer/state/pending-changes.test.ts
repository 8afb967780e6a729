import { expect, it } from "vitest";
import { type Change, changeKind } from "./pending-changes.ts";

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
