import { describe, expect, it } from "vitest";
import { mergeSnippet, resolveConflict } from "./merge-snippet.ts";
import { draftOf, orNull, type SnippetContent } from "./snippet-content.ts";
import { changesOf } from "./write-snippet.ts";

const base: SnippetContent = {
  title: "Backup",
  description: "",
  visibility: "internal",
  expires: "",
  files: [
    { path: "a.sh", content: "1\n2\n3\n" },
    { path: "b.sh", content: "b\n" },
  ],
  updatedAt: "2026-01-01T00:00:00Z",
};
const mine = draftOf(base);
const edited = (path: string, content: string, from: SnippetContent = base): SnippetContent => ({
  ...from,
  files: from.files.map((file) => (file.path === path ? { path, content } : file)),
  updatedAt: "2026-01-02T00:00:00Z",
});
const draftWith = (path: string, content: string) => ({
  ...mine,
  files: mine.files.map((file) => (file.path === path ? { ...file, content } : file)),
});
const textsOf = (files: readonly { path: string; content: string }[]) =>
  Object.fromEntries(files.map(({ path, content }) => [path, content]));

describe("a draft and somebody else's change", () => {
  it("are merged line by line and field by field", () => {
    const theirs = { ...edited("a.sh", "1\n2\n3\nfour\n"), title: "Restore" };
    const { draft, conflicts } = mergeSnippet({ ...draftWith("a.sh", "one\n2\n3\n"), expires: "x" }, theirs);
    expect(conflicts).toEqual([]);
    expect(textsOf(draft.files)).toEqual({ "a.sh": "one\n2\n3\nfour\n", "b.sh": "b\n" });
    expect(draft).toMatchObject({ title: "Restore", expires: "x", base: theirs });
  });

  it("leave to the user what both changed differently", () => {
    const theirs = { ...edited("a.sh", "theirs\n2\n3\n"), title: "Theirs" };
    const merged = mergeSnippet({ ...draftWith("a.sh", "mine\n2\n3\n"), title: "Mine" }, theirs);
    expect(merged.conflicts).toMatchObject([
      { kind: "field", name: "title", mine: "Mine", theirs: "Theirs" },
      { kind: "file", path: "a.sh" },
    ]);
    const [title, file] = merged.conflicts;
    if (!title || !file) throw new Error("two conflicts");
    const settled = resolveConflict(resolveConflict(merged.draft, title, "Theirs"), file, "both\n2\n3\n");
    expect(changesOf(settled)).toEqual({
      files: [{ action: "update", file_path: "a.sh", content: "both\n2\n3\n" }],
    });
  });

  it("keep a file that one side changed and the other deleted as a question, or as it is", () => {
    const without = { ...base, files: base.files.slice(1), updatedAt: "2026-01-02T00:00:00Z" };
    expect(textsOf(mergeSnippet(mine, without).draft.files)).toEqual({ "b.sh": "b\n" });
    const conflict = mergeSnippet(draftWith("a.sh", "mine\n"), without);
    expect(conflict.conflicts).toMatchObject([{ kind: "file", path: "a.sh" }]);
    expect(conflict.draft.files[0]).toMatchObject({ content: "mine\n", previous: null });
    const deletedHere = { ...mine, files: mine.files.slice(1) };
    expect(textsOf(mergeSnippet(deletedHere, edited("a.sh", "new\n")).draft.files)).toHaveProperty(
      "a.sh",
      "new\n",
    );
    expect(textsOf(mergeSnippet(deletedHere, edited("b.sh", "new\n")).draft.files)).toEqual({
      "b.sh": "new\n",
    });
  });

  it("take files that were added there", () => {
    const more = { ...base, files: [...base.files, { path: "c", content: "c" }] };
    expect(textsOf(mergeSnippet(mine, more).draft.files)).toHaveProperty("c", "c");
  });
});

describe("what an update sends", () => {
  it("is only what changed", () => {
    expect(orNull(mine)).toBeNull();
    expect(changesOf(mine)).toEqual({});
    expect(changesOf({ ...mine, visibility: "public", expires: "" })).toEqual({ visibility: "public" });
  });

  it("names and content of one file go out together, as old services take them", () => {
    const single = { ...base, files: base.files.slice(0, 1) };
    const draft = draftOf(single);
    expect(changesOf({ ...draft, files: draft.files.map((file) => ({ ...file, path: "z.sh" })) })).toEqual({
      file_name: "z.sh",
      content: "1\n2\n3\n",
    });
  });

  it("several files are deleted, moved and created", () => {
    const [a] = mine.files;
    if (!a) throw new Error("two files");
    const files = [
      { ...a, path: "z.sh" },
      { key: "new", path: "n", content: "n", previous: null },
    ];
    expect(changesOf({ ...mine, files }).files).toEqual([
      { action: "delete", file_path: "b.sh" },
      { action: "move", previous_path: "a.sh", file_path: "z.sh", content: "1\n2\n3\n" },
      { action: "create", file_path: "n", content: "n" },
    ]);
  });
});

describe("files that are not UTF-8", () => {
  const latin: SnippetContent = {
    ...base,
    files: [{ path: "latin.txt", content: "café\n", encoding: "windows-1252" }],
  };
  const draft = draftOf(latin);
  const withFile = (change: object) => ({
    ...draft,
    files: draft.files.map((file) => ({ ...file, ...change })),
  });

  it("are renamed, and refused where their text changed", () => {
    expect(changesOf({ ...draft, title: "Other" })).toEqual({ title: "Other" });
    expect(changesOf(withFile({ path: "other.txt" }))).toEqual({ file_name: "other.txt" });
    expect(() => changesOf(withFile({ content: "cafés\n" }))).toThrow(
      /latin\.txt is not in UTF-8.*Nothing was saved/,
    );
  });

  it("do not keep others from being saved", () => {
    const two = { ...latin, files: [...latin.files, { path: "b.txt", content: "b\r\n" }] };
    const files = draftOf(two).files.map((file) =>
      file.path === "b.txt" ? { ...file, content: "c\r\n" } : file,
    );
    expect(changesOf({ ...draftOf(two), files })).toEqual({
      files: [{ action: "update", file_path: "b.txt", content: "c\r\n" }],
    });
  });
});
