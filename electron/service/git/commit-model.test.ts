import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CommitAction } from "../../../shared/api/commits.ts";
import { Failure } from "../failure.ts";
import { commitActions } from "./commit-actions.ts";
import { diffTrees, emptyTree } from "./diffs.ts";
import { git } from "./run.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";
import { listTree, readEntry } from "./trees.ts";

const person = { name: "Model", email: "model@example.test" };

interface ModelFile {
  readonly bytes: string;
  readonly executable: boolean;
}
type Model = ReadonlyMap<string, ModelFile>;

const friendly = ["a", "b", "dir/a", "dir/b", "dir/sub/ö"];
const odd = [
  "-x",
  "--all",
  "sp ace ",
  "#%?",
  "emoji😀",
  "dir",
  "a/b",
  ":(glob)*",
  "*",
  "[a]",
  'quo"te',
  "back\\slash",
  "new\nline",
  "tab\t",
  ".gitignore",
  ".github/x",
  "HEAD",
  "CON",
  "ä",
  "a\u0308",
];
const forbidden = ["..", "dir/../a", ".git/config", "dir/.GIT", "", "/a", "a//b", "x\\..\\y", "nul\0", "./a"];
const hostile = (name: string) =>
  name === "" ||
  name.includes("\0") ||
  name.split(/[\\/]/).some((part) => part === ".." || part.toLowerCase() === ".git") ||
  name.split("/").some((part) => part === "" || part === ".");

const name = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...friendly) },
  { weight: 10, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.constantFrom(...forbidden) },
);
const action = fc.record({
  action: fc.constantFrom("create", "create", "create", "update", "delete", "move", "chmod"),
  file_path: name,
  previous_path: name,
  bytes: fc.uint8Array({ maxLength: 12 }),
  keep: fc.boolean(),
  /** Whether the file to act upon is one that is there, and which. */
  aimed: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.constant(null) }),
  execute_filemode: fc.boolean(),
});
type Step = typeof action extends fc.Arbitrary<infer T> ? T : never;

const toAction = ({
  action,
  file_path,
  previous_path,
  bytes,
  keep,
  execute_filemode,
}: Step): CommitAction => ({
  action: action as CommitAction["action"],
  file_path,
  ...(action === "move" ? { previous_path } : {}),
  ...(action === "move" && keep
    ? {}
    : { content: Buffer.from(bytes).toString("base64"), encoding: "base64" }),
  ...(action === "chmod" ? { execute_filemode } : {}),
});

/** What a batch makes of a set of files; null where the interface refuses it. */
function run(before: Model, batch: readonly Step[]): Model | null {
  if (
    batch.some((step) => hostile(step.file_path) || (step.action === "move" && hostile(step.previous_path)))
  ) {
    return null;
  }
  const files = new Map(before);
  const blocked = (path: string) =>
    [...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  for (const step of batch) {
    const path = step.file_path;
    const known = files.get(path);
    const bytes = Buffer.from(step.bytes).toString("latin1");
    if (step.action === "create") {
      if (known || blocked(path)) return null;
      files.set(path, { bytes, executable: false });
    } else if (step.action === "move") {
      const source = files.get(step.previous_path);
      if (!source || (step.previous_path !== path && known)) return null;
      files.delete(step.previous_path);
      if (blocked(path)) return null;
      files.set(path, step.keep ? source : { ...source, bytes });
    } else {
      if (!known) return null;
      if (step.action === "delete") files.delete(path);
      if (step.action === "update") files.set(path, { ...known, bytes });
      if (step.action === "chmod") files.set(path, { ...known, executable: step.execute_filemode });
    }
  }
  return files;
}

/** Points most steps at files that are there when their turn comes. */
function aim(before: Model, batch: readonly Step[]): Step[] {
  const steps: Step[] = [];
  for (const step of batch) {
    const there = [...(run(before, steps) ?? before).keys()];
    const target = step.aimed === null ? undefined : there[step.aimed % Math.max(1, there.length)];
    if (target === undefined || step.action === "create") steps.push(step);
    else if (step.action === "move") steps.push({ ...step, previous_path: target });
    else steps.push({ ...step, file_path: target });
  }
  return steps;
}

const sorted = (files: Model): [string, ModelFile][] => [...files].sort(([a], [b]) => (a < b ? -1 : 1));

let repository: TestRepository;
/** A commit to begin with, so that there is something to change. */
let start: string;
beforeAll(async () => {
  repository = await testRepository();
  const files = Object.fromEntries([...friendly, "tool.sh"].map((path) => [path, `content of ${path}\n`]));
  start = await repository.commit({ files });
});
afterAll(() => repository.remove());

/** What git itself says is in a commit. */
async function filesOfGit(commit: string): Promise<Model> {
  const { stdout } = await git(repository.folder, ["ls-tree", "-r", "-z", commit]);
  const files = new Map<string, ModelFile>();
  for (const line of stdout.toString().split("\0").filter(Boolean)) {
    const [head = "", path = ""] = line.split("\t", 1).concat(line.slice(line.indexOf("\t") + 1));
    const [mode, , id = ""] = head.split(" ");
    const blob = await git(repository.folder, ["cat-file", "blob", id]);
    files.set(path, { bytes: blob.stdout.toString("latin1"), executable: mode === "100755" });
  }
  return files;
}

/** What the reading functions say is in a commit. */
async function filesOfReaders(commit: string): Promise<Model> {
  const entries = (await listTree(repository, commit, "", true)) ?? [];
  const files = new Map<string, ModelFile>();
  for (const { path, type, mode, id } of entries) {
    if (type === "tree") continue;
    expect(await readEntry(repository, commit, path)).toEqual({ path, type, mode, id });
    const object = await repository.objects.read(`${commit}:${path}`);
    files.set(path, { bytes: object?.content.toString("latin1") ?? "", executable: mode === "100755" });
  }
  return files;
}

it("agrees with a model and with git, whatever the actions and their names", async () => {
  let committed = 0;
  const batches = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, fc.nat({ max: 5 }), async (list, startWith) => {
      let parent: string | null = startWith === 0 ? null : start;
      let model: Model = startWith === 0 ? new Map() : await filesOfGit(start);
      for (const drawn of list) {
        const batch = aim(model, drawn);
        const expected = run(model, batch);
        const made: unknown = await commitActions(repository, {
          parent,
          actions: batch.map(toAction),
          message: "Step",
          author: person,
          committer: person,
        }).catch((error: unknown) => error);
        if (expected === null) {
          expect(made).toBeInstanceOf(Failure);
          expect(made).toHaveProperty("status", 400);
          continue;
        }
        expect(made).toEqual(expect.stringMatching(/^[0-9a-f]{40}$/));
        const id: string = String(made);
        expect(sorted(await filesOfReaders(id))).toEqual(sorted(expected));
        expect(sorted(await filesOfGit(id))).toEqual(sorted(expected));
        const diff = await diffTrees(repository, parent ?? emptyTree, id);
        const touched = new Set(
          (await diff.slice(0, 100)).flatMap(({ old_path, new_path }) => [old_path, new_path]),
        );
        const differing = [...new Set([...model.keys(), ...expected.keys()])].filter(
          (path) => JSON.stringify(model.get(path)) !== JSON.stringify(expected.get(path)),
        );
        expect([...touched].sort()).toEqual(differing.sort());
        parent = id;
        model = expected;
        committed++;
      }
    }),
    { numRuns: 40 },
  );
  expect(committed).toBeGreaterThan(40);
}, 120_000);
