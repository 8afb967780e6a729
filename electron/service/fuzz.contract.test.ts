import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CommitAction } from "../../shared/api/resources/commits.ts";
import { getRawFile } from "../../shared/api/resources/files.ts";
import { listTree, type TreeEntry } from "../../shared/api/resources/repository.ts";
import { rounds } from "../../shared/testing/rounds.ts";
import { aim, applyBatch, type Model, type ModelStep, step } from "./git/testing/commit-model.ts";
import { type ContractService, contractService } from "./routes/testing/contract-service.ts";
import type { Project } from "./store/projects/projects.ts";

let service: ContractService;
beforeAll(async () => {
  service = await contractService();
});
afterAll(() => service.remove());

/** Batches of one history, and histories: 500 batches at the least where all rounds run. */
const [minBatches, maxBatches, histories] = [20, 22, rounds(25, 3)];
/** Batches after which all files are read through the API, as after the last one. */
const listEveryBatches = 4;

/** Returns git's hash of a blob. */
const blobId = (bytes: string): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes, "latin1").digest("hex");

/** A model as `git ls-tree -r` and the recursive tree list it; equal hashes are equal contents. */
const listing = (files: Model): string[] =>
  [...files]
    .map(([path, { bytes, executable }]) => `${executable ? "100755" : "100644"} ${blobId(bytes)} ${path}`)
    .sort();

const listingOfGit = async (project: Project): Promise<string[]> =>
  (await service.run(project, "ls-tree", "-r", "-z", "main"))
    .split("\0")
    .filter(Boolean)
    .map((line) => line.replace(" blob ", " ").replace("\t", " "))
    .sort();

/** Every page of the recursive tree, in the interface's order, without the folders. */
async function listingOfApi(project: Project): Promise<string[]> {
  const entries: TreeEntry[] = [];
  for (let page = 1; ; page++) {
    const response = await service.operate(listTree, { id: project.id, recursive: true, per_page: 7, page });
    // Whatever its files are, a branch without any has an empty tree.
    expect(response.status).toBe(200);
    entries.push(...(response.body as TreeEntry[]));
    if (!response.headers.get("x-next-page")) break;
  }
  const folders = entries.filter(({ type }) => type === "tree").map(({ path }) => path);
  expect(folders).toEqual(folders.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  return entries
    .filter(({ type }) => type === "blob")
    .map(({ mode, id, path }) => `${mode} ${id} ${path}`)
    .sort();
}

async function expectRaw(project: Project, files: Model, paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    const file = files.get(path);
    const response = await service.operate(getRawFile, { id: project.id, file_path: path, ref: "main" });
    if (file)
      expect([path, response.status, response.bytes.toString("latin1")]).toEqual([path, 200, file.bytes]);
    else expect([path, response.status]).toEqual([path, 404]);
  }
}

const differing = (before: Model, after: Model): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

const counts = { batches: 0, refused: 0, committed: 0 };

/** A step as the interface takes it. */
const toAction = (step: ModelStep): CommitAction => ({
  action: step.action,
  file_path: step.file_path,
  ...(step.action === "move" ? { previous_path: step.previous_path } : {}),
  ...(step.action === "move" && step.keep ? {} : written(step.content)),
  ...(step.action === "chmod" ? { execute_filemode: step.execute_filemode } : {}),
});

const written = (content: ModelStep["content"]) =>
  typeof content === "string"
    ? { content, encoding: "text" as const }
    : { content: content.toString("base64"), encoding: "base64" as const };

/** Commits a batch and returns the expected files: the model's, or the previous ones. */
async function commit(
  project: Project,
  before: Model,
  batch: readonly ModelStep[],
  hasCommits: boolean,
): Promise<Model> {
  const expected = applyBatch(before, batch);
  const tip = hasCommits ? await service.run(project, "rev-parse", "main") : null;
  // Without the contract, which would refuse invalid input.
  const response = await service.call("POST", `/projects/${project.id}/repository/commits`, {
    body: { branch: "main", commit_message: "Batch", actions: batch.map(toAction), stats: false },
  });
  counts.batches++;
  if (expected === null) {
    expect([response.status, response.body]).toEqual([400, expect.anything()]);
    if (hasCommits) expect(await service.run(project, "rev-parse", "main")).toBe(tip);
    counts.refused++;
    return before;
  }
  expect([response.status, response.body]).toEqual([201, expect.objectContaining({ title: "Batch" })]);
  expect(await listingOfGit(project)).toEqual(listing(expected));
  await expectRaw(project, expected, differing(before, expected));
  counts.committed++;
  return expected;
}

it("agrees with git and a model over HTTP, whatever the batches and their names", async () => {
  const batch = fc.array(step, { minLength: 1, maxLength: 5 });
  const history = fc.array(batch, { minLength: minBatches, maxLength: maxBatches });
  await fc.assert(
    fc.asyncProperty(history, async (batches) => {
      const project = await service.project();
      let model: Model = new Map();
      let hasCommits = false;
      for (const [index, drawn] of batches.entries()) {
        const steps = aim(model, drawn);
        const before = counts.committed;
        model = await commit(project, model, steps, hasCommits);
        hasCommits ||= counts.committed > before;
        if (!hasCommits || (index % listEveryBatches !== 0 && index < batches.length - 1)) continue;
        expect(await listingOfApi(project)).toEqual(listing(model));
        await expectRaw(project, model, model.keys());
      }
      await service.run(project, "fsck", "--strict", "--no-dangling");
    }),
    { numRuns: histories },
  );
  expect(service.errors).toEqual([]);
  expect(counts.batches).toBeGreaterThanOrEqual(minBatches * histories);
  expect(counts.committed).toBeGreaterThan(counts.batches / 8);
  expect(counts.refused).toBeGreaterThan(counts.batches / 20);
}, 400_000);
