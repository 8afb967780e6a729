import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { commitFiles } from "./commit-files.ts";
import { diffTrees } from "./diff-tree.ts";
import { GitRefusal } from "./git-errors.ts";
import { listTreeEntries, readEntry } from "./ls-tree.ts";
import {
  aim,
  applyBatch,
  type Model,
  type ModelFile,
  sorted,
  step,
  toChange,
} from "./testing/commit-model.ts";
import { friendly } from "./testing/hostile-file-names.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";
import { emptyTreeOf } from "./tree-object.ts";

const person = { name: "Model", email: "model@example.test" };

let repository: TestRepository;
/** A commit to begin with, so that there is something to change. */
let start: string;
beforeAll(async () => {
  repository = await testRepository();
  const files = Object.fromEntries([...friendly, "tool.sh"].map((path) => [path, `content of ${path}\n`]));
  start = await repository.commit({ files });
});
afterAll(() => repository.remove());

/** The files of a commit by git. */
async function filesOfGit(commit: string): Promise<Model> {
  const { stdout } = await gitIn(repository.folder, ["ls-tree", "-r", "-z", commit]);
  const files = new Map<string, ModelFile>();
  for (const line of stdout.toString().split("\0").filter(Boolean)) {
    const [head = "", path = ""] = line.split("\t", 1).concat(line.slice(line.indexOf("\t") + 1));
    const [mode, , id = ""] = head.split(" ");
    const blob = await gitIn(repository.folder, ["cat-file", "blob", id]);
    files.set(path, { bytes: blob.stdout.toString("latin1"), executable: mode === "100755" });
  }
  return files;
}

/** The files of a commit by the reading functions. */
async function filesOfReaders(commit: string): Promise<Model> {
  const entries = (await listTreeEntries(repository, commit, "", true)) ?? [];
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
  const histories = rounds(40, 5);
  let committed = 0;
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 });
  /** A batch that is never refused, so that every history has a commit, whatever is drawn after it. */
  const sure = step.map((drawn) => [{ ...drawn, action: "create" as const, file_path: "begun" }]);
  await fc.assert(
    fc.asyncProperty(sure, batches, fc.nat({ max: 5 }), async (first, list, startWith) => {
      let parent: string | null = startWith === 0 ? null : start;
      let model: Model = startWith === 0 ? new Map() : await filesOfGit(start);
      for (const drawn of [first, ...list]) {
        const batch = aim(model, drawn);
        const expected = applyBatch(model, batch);
        const made: unknown = await commitFiles(repository, {
          parent,
          changes: batch.map(toChange),
          message: "Step",
          author: person,
          committer: person,
        }).catch((error: unknown) => error);
        if (expected === null) {
          expect(made).toBeInstanceOf(GitRefusal);
          continue;
        }
        expect(made).toEqual(expect.stringMatching(/^[0-9a-f]{40}$/));
        const id: string = String(made);
        expect(sorted(await filesOfReaders(id))).toEqual(sorted(expected));
        expect(sorted(await filesOfGit(id))).toEqual(sorted(expected));
        const diff = await diffTrees(repository, parent ?? (await emptyTreeOf(repository)), id);
        const touched = new Set(
          (await diff.slice(0, 100)).flatMap(({ oldPath, newPath }) => [oldPath, newPath]),
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
    { numRuns: histories },
  );
  expect(committed).toBeGreaterThanOrEqual(histories);
}, 120_000);
