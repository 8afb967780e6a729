import { afterAll, beforeAll, expect, it } from "vitest";
import { listCommits } from "../../shared/api/resources/commits.ts";
import { createFile } from "../../shared/api/resources/files.ts";
import { createProjectSnippet, getProjectSnippet } from "../../shared/api/resources/project-snippets.ts";
import { getRunner } from "../../shared/api/resources/runners.ts";
import { type ContractService, contractService } from "./routes/testing/contract-service.ts";
import { insertRunner } from "./store/ci/runners.ts";

const time = { now: Date.parse("2030-01-01T12:00:00Z") };
const hourMs = 3_600_000;
let service: ContractService;
beforeAll(async () => {
  service = await contractService({ clock: { now: () => time.now } });
});
afterAll(() => service.remove());

it("dates what is made by the clock, down to git's commits", async () => {
  const { id } = await service.project();
  const file = { file_path: "a.txt", branch: "main", content: "a", commit_message: "Add a" };
  expect((await service.operate(createFile, { id, ...file })).status).toBe(201);
  const { body } = await service.operate(listCommits, { id });
  expect((body as { created_at: string }[]).map(({ created_at: at }) => Date.parse(at))).toEqual([time.now]);
});

it("ends what has a term as the clock goes on", async () => {
  const { id } = await service.project();
  const snippet = {
    title: "Query",
    file_name: "q.sql",
    code: "SELECT 1;\n",
    visibility: "internal",
  } as const;
  const expires = { expires_at: new Date(time.now + hourMs).toISOString() };
  const made = await service.operate(createProjectSnippet, { id, ...snippet, ...expires });
  const { id: snippet_id } = made.body as { id: number };
  const contactedAt = new Date(time.now).toISOString();
  const runner = insertRunner(service.store, { type: "instance_type", seed: "seed", contactedAt });
  const status = async () => {
    const read = await service.operate(getRunner, { id: runner.id }, { as: "administrator" });
    return [(read.body as { status: string }).status];
  };
  const found = async () => (await service.operate(getProjectSnippet, { id, snippet_id })).status;
  expect([await found(), ...(await status())]).toEqual([200, "online"]);
  time.now += 3 * hourMs;
  expect([await found(), ...(await status())]).toEqual([404, "offline"]);
});
