import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Change, EditSession } from "../../state/edits.ts";
import { examineBranch } from "./examine-branch.ts";

/** Files of the branch's tip by path, their blobs' texts by id, and renames since the edit began. */
const service = {
  tip: "" as string | null,
  files: {} as Record<string, string>,
  blobs: {} as Record<string, string>,
  renames: [] as readonly (readonly [string, string])[],
};

const notFound = () => Response.json({ code: "not_found", message: "Not found" }, { status: 404 });
const fileHeaders = (path: string, blob: string) => ({
  "x-gitlab-blob-id": blob,
  "x-gitlab-last-commit-id": `last of ${path}`,
  "x-gitlab-file-path": path,
});

beforeEach(() => {
  service.renames = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, "http://helve.test");
    const path = decodeURIComponent(pathname.replace(/^.*\/repository\//, ""));
    const [, file, raw] = /^files\/(.+?)(\/raw)?$/.exec(path) ?? [];
    if (path.startsWith("branches/")) {
      return service.tip === null
        ? notFound()
        : Response.json({ name: "topic", commit: { id: service.tip } });
    }
    if (path.startsWith("compare")) {
      const diffs = service.renames.map(([old_path, new_path]) => ({
        old_path,
        new_path,
        renamed_file: true,
      }));
      return Response.json({ commit: null, commits: [], diffs });
    }
    const blob = /^blobs\/(\w+)\/raw$/.exec(path)?.[1] ?? service.files[file ?? ""];
    if (blob === undefined) return notFound();
    return raw || path.startsWith("blobs/")
      ? new Response(service.blobs[blob])
      : new Response(init?.method === "HEAD" ? null : "", { headers: fileHeaders(file ?? "", blob) });
  });
});
afterEach(() => vi.unstubAllGlobals());

const scope = { account: "local", project: "helve/story", branch: "topic" };
const edited: Change = {
  id: "1",
  origin: { path: "story.txt", blobId: "b1", lastCommitId: "c1", executable: false },
  path: "story.txt",
  content: { kind: "text", text: "Mine\ntwo\nthree\nfour\nfive\n" },
  executable: false,
  deleted: false,
};
const examine = (change: Change = edited) => {
  const session: EditSession = {
    ...scope,
    head: "c1",
    message: "",
    target: "",
    authorName: "",
    authorEmail: "",
    changes: [change],
  };
  return examineBranch(scope, session);
};

beforeEach(() => {
  service.tip = "c2";
  service.blobs = {
    b1: "one\ntwo\nthree\nfour\nfive\n",
    b2: "one\ntwo\nthree\nfour\nTheirs\n",
    b3: "Theirs\ntwo\nthree\nfour\nfive\n",
  };
});

it("merges what the branch changed elsewhere, and finds a conflict in the same line", async () => {
  service.files = { "story.txt": "b2" };
  const merged = await examine();
  expect(merged.merged.map(({ content }) => content)).toEqual([
    { kind: "text", text: "Mine\ntwo\nthree\nfour\nTheirs\n", encoding: "utf-8" },
  ]);
  service.files = { "story.txt": "b3" };
  expect((await examine()).conflicts).toMatchObject([{ reason: "edited", theirs: { blobId: "b3" } }]);
});

it("follows a file that the branch renamed, with the changes on both sides", async () => {
  service.renames = [
    ["other.txt", "elsewhere.txt"],
    ["story.txt", "tale.txt"],
  ];
  service.files = { "tale.txt": "b1" };
  const follow = async () => (await examine()).merged;
  expect(await follow()).toMatchObject([
    { path: "tale.txt", origin: { path: "tale.txt" }, content: edited.content },
  ]);
  service.files = { "tale.txt": "b2" };
  expect(await follow()).toMatchObject([
    { path: "tale.txt", origin: { path: "tale.txt" }, content: { text: "Mine\ntwo\nthree\nfour\nTheirs\n" } },
  ]);
  // Moved by the user too: it keeps the user's path.
  const moved = await examine({ ...edited, path: "mine.txt" });
  expect(moved.merged).toMatchObject([{ path: "mine.txt", origin: { path: "tale.txt" } }]);
  service.files = { "tale.txt": "b3" };
  expect((await examine()).conflicts).toMatchObject([
    { reason: "edited", change: { path: "tale.txt", origin: { path: "tale.txt" } } },
  ]);
});

it("names a file that the branch deleted, and a deletion on both sides is done", async () => {
  service.files = {};
  expect((await examine()).conflicts).toMatchObject([{ reason: "deleted", theirs: null }]);
  const { merged, unaffected, conflicts } = await examine({ ...edited, deleted: true, content: null });
  expect([merged, unaffected, conflicts]).toEqual([[], [], []]);
});

it("starts from the last known commit where the branch was deleted", async () => {
  service.tip = null;
  expect(await examine()).toMatchObject({ isGone: true, head: "c1", unaffected: [edited], conflicts: [] });
});
