import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../../shared/api/index.ts";
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
  const { sent, statuses, wrong } = await storm(target, seeded(20_261_122), 16, (count) => count >= 1500);
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(1500);
  expect(statuses.get(400)).toBeGreaterThan(100);
  expect(statuses.get(200)).toBeGreaterThan(20);
  expect(service.errors).toEqual([]);
  expect(await service.run(project, "for-each-ref", "refs/heads")).toBe(refs);
}, 120_000);
