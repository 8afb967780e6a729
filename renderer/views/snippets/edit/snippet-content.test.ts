import { expect, it } from "vitest";
import { blankDraft, type Draft, draftOf, orNull, withFile } from "./snippet-content.ts";

const base = {
  title: "Tides",
  description: "",
  visibility: "private" as const,
  expires: "",
  files: ["a.ts", "b.ts", "c.ts"].map((path) => ({ path, content: path })),
  updatedAt: "",
};

it("restores a removed file beside what has been typed since", () => {
  const draft = draftOf(base);
  const [a, b, c] = draft.files;
  if (!a || !b || !c) throw new Error("The draft has no files");
  const now: Draft = { ...draft, title: "Tides and gulls", files: [{ ...a, content: "typed" }, c] };
  expect(withFile(now, b, 1)).toEqual({ ...now, files: [{ ...a, content: "typed" }, b, c] });
  expect(withFile(draft, b, 1)).toBe(draft);
  expect(orNull(withFile({ ...draft, files: [a, c] }, b, 1))).toBeNull();
  expect(withFile(blankDraft(), b, 1).files).toHaveLength(2);
});
