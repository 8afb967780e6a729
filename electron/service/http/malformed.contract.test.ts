import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../../shared/api/index.ts";
import { rounds, seed } from "../../../shared/testing/rounds.ts";
import { type ContractService, contractService } from "../routes/testing/contract-service.ts";
import { protectBranch } from "../store/projects/protected-branches.ts";
import { seeded } from "./testing/seeded.ts";
import { storm } from "./testing/storm.ts";

let service: ContractService;
beforeAll(async () => {
  service = await contractService();
});
afterAll(() => service.remove());

// `npm run soak -- service` sends 100,000 of them.
it("malformed requests crash nothing and update no ref", async () => {
  const requests = rounds(1500, 300);
  const project = await service.project();
  const commit = await service.commit(project, { files: { "README.md": "1" } });
  protectBranch(service.store, project.id, { name: "*", pushAccessLevel: 0, mergeAccessLevel: 0 });
  const refs = await service.run(project, "for-each-ref", "refs/heads");
  const [first = "", ...rest] = [...new Set(Object.values(operations).map(({ path }) => path))];
  const target = {
    host: new URL(service.url).host,
    token: service.tokens.get("developer") ?? "",
    project: project.fullPath,
    commit,
    templates: [first, ...rest] as const,
  };
  const { sent, statuses, wrong } = await storm(target, seeded(seed()), 16, (count) => count >= requests);
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(requests);
  expect(statuses.get(400)).toBeGreaterThan(requests / 15);
  expect(statuses.get(200)).toBeGreaterThan(requests / 75);
  expect(service.errors).toEqual([]);
  expect(await service.run(project, "for-each-ref", "refs/heads")).toBe(refs);
}, 120_000);
