import { expect, test } from "vitest";
import type { Change } from "../../state/edits.ts";
import { pendingFiles, withAdded } from "./pending-files.tsx";

const origin = (path: string) => ({ path, blobId: "b", lastCommitId: "c", executable: false });
const change = (patch: Partial<Change>): Change => ({
  id: "1",
  origin: null,
  path: "",
  content: null,
  executable: false,
  deleted: false,
  ...patch,
});
const text = { kind: "text", text: "x" } as const;
const entry = (path: string, type: "tree" | "blob" = "blob") => ({
  id: "i",
  name: path.slice(path.lastIndexOf("/") + 1),
  type,
  path,
  mode: "100644",
});

test("each change is marked where a listing shows it", () => {
  const { kinds, added, folders } = pendingFiles([
    change({ path: "src/new/a.ts", content: text }),
    change({ origin: origin("README.md"), path: "README.md", content: text }),
    change({ origin: origin("old.txt"), path: "old.txt", deleted: true }),
    change({ origin: origin("docs/a.md"), path: "docs/b.md" }),
    change({ origin: origin("same"), path: "same" }),
  ]);
  expect(Object.fromEntries(kinds)).toEqual({
    "src/new/a.ts": "created",
    "README.md": "updated",
    "old.txt": "deleted",
    "docs/a.md": "deleted",
    "docs/b.md": "moved",
  });
  expect(added).toEqual(["src/new/a.ts", "docs/b.md"]);
  expect([...folders].sort()).toEqual(["docs", "src", "src/new"]);
});

test("new files and folders are listed among a folder's entries, each once", () => {
  const entries = [entry("src/app", "tree"), entry("src/main.ts")];
  const paths = (folder: string, added: string[]) =>
    withAdded(entries, folder, added).map(({ path }) => path);
  expect(paths("src", ["src/lib/a.ts", "src/lib/b.ts", "src/cli.ts", "other.ts", "src/app/x.ts"])).toEqual([
    "src/app",
    "src/lib",
    "src/cli.ts",
    "src/main.ts",
  ]);
  expect(withAdded(entries, "src", ["srcs/a.ts"])).toBe(entries);
  expect(withAdded([], "", ["a.ts"])).toMatchObject([{ path: "a.ts", type: "blob", id: "" }]);
});
