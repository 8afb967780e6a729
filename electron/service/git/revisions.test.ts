import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { listTreeEntries, readEntry } from "./ls-tree.ts";
import { resolveCommit } from "./refs.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

let repository: TestRepository;
beforeAll(async () => {
  repository = await testRepository();
  await repository.commit({ files: { a: "1", "dir/b": "2" } });
});
afterAll(() => repository.remove());

const piece = fc.constantFrom(
  ..."@ { } ^ ~ : / \\ . .. - -- ! 1 99999999999 main HEAD @{u} @{-1} @{push} ^{} ^{/x} :/ ../ ./ dir a [ * ? refs heads".split(
    " ",
  ),
  " ",
  "\n",
  "\t",
  "\ufffd",
  "\u{1f600}",
);
const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));

it("resolves every name of a commit, folder or file", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (name) => {
      const [commit] = await Promise.all([
        resolveCommit(repository, name),
        listTreeEntries(repository, "HEAD", name, false),
        readEntry(repository, "HEAD", name),
        repository.objects.check(name),
        repository.objects.read(`HEAD:${name}`),
      ]);
      if (commit !== null) expect(commit).toMatch(/^[0-9a-f]{40}$/);
    }),
    { numRuns: rounds(400) },
  );
  expect(await resolveCommit(repository, "main")).not.toBeNull();
}, 60_000);
