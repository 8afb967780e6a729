import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createMergeRequest } from "../../shared/api/resources/merge-requests.ts";
import { diffTrees } from "./git/diff-tree.ts";
import { toVersionDiff } from "./presenters/diff.ts";
import { type ContractService, contractService } from "./routes/testing/contract-service.ts";
import type { Project } from "./store/projects/projects.ts";

let service: ContractService;
beforeAll(async () => {
  service = await contractService();
});
afterAll(() => service.remove());

/** A project with a branch that brings so many files. */
async function projectWith(count: number): Promise<Project> {
  const project = await service.project();
  await service.commit(project, { files: { readme: "Hello\n" } });
  const text = (index: number) =>
    Array.from({ length: 200 }, (_, line) => `"${index}" \\ line ${line} é\n`).join("");
  const files = Array.from({ length: count }, (_, index) => [`f${1000 + index}`, text(index)] as const);
  await service.commit(project, { branch: "topic", from: "main", files: Object.fromEntries(files) });
  return project;
}

/** Proposes the branch; returns the path of its version. */
async function propose(project: Project): Promise<string> {
  const made = await service.operate(createMergeRequest, {
    id: project.id,
    source_branch: "topic",
    target_branch: "main",
    title: "Many",
  });
  expect(made.status).toBe(201);
  const list = `/projects/${project.id}/merge_requests/1/versions`;
  const [version] = (await service.call("GET", list)).body as { id: number }[];
  return `${list}/${version?.id}`;
}

it.each([1, 300])(
  "the response with %i files is the same text as if it had been written at once",
  async (count) => {
    const project = await projectWith(count);
    const path = await propose(project);
    const { bytes, body, headers } = await service.call("GET", path);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.has("content-length")).toBe(count === 1);
    const { diffs, ...head } = body as { diffs: unknown[]; base_commit_sha: string; head_commit_sha: string };
    const known = await diffTrees(
      service.store.git.open(project.repositoryPath),
      head.base_commit_sha,
      head.head_commit_sha,
    );
    const expected = (await known.slice(0, count)).map(toVersionDiff);
    expect(bytes.toString()).toBe(JSON.stringify({ ...head, diffs: expected }));
    expect(diffs).toHaveLength(count);
  },
);

/** Corrupts a blob of a project inside its pack; returns a function that restores it. */
async function spoil(project: Project, name: string): Promise<() => void> {
  const blob = await service.run(project, "rev-parse", name);
  const folder = join(project.repositoryPath, "objects", "pack");
  for (const index of readdirSync(folder).filter((file) => file.endsWith(".idx"))) {
    const listed = await service.run(project, "verify-pack", "-v", join(folder, index));
    const offset = new RegExp(`^${blob} blob +\\d+ \\d+ (\\d+)`, "m").exec(listed)?.[1];
    if (!offset) continue;
    const pack = join(folder, index.replace(/idx$/, "pack"));
    const bytes = readFileSync(pack);
    chmodSync(pack, 0o644);
    writeFileSync(pack, Buffer.from(bytes).fill(0xff, Number(offset) + 3, Number(offset) + 30));
    return () => writeFileSync(pack, bytes);
  }
  throw new Error(`${name} is in no pack`);
}

it("a failure of git in the middle aborts the connection", async () => {
  const project = await projectWith(200);
  const mend = await spoil(project, "topic:f1150");
  const path = await propose(project);
  // The HTTP server also prints a stream that broke.
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    const response = await fetch(`${service.url}/api/v4${path}`, {
      headers: { "private-token": service.tokens.get("developer") ?? "" },
    });
    expect(response.status).toBe(200);
    await expect(response.text().then((text) => text.length)).rejects.toThrow();
    expect(String(service.errors.splice(0))).toContain("diff-tree");
  } finally {
    printed.mockRestore();
    mend();
  }
  // A failed response is not cached: it is whole again with its repository.
  expect(((await service.call("GET", path)).body as { diffs: unknown[] }).diffs).toHaveLength(200);
});
