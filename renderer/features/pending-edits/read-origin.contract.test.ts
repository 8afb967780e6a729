import { expect, it } from "vitest";
import { toProblem } from "../../api/fetch-host.ts";
import { pageForTests } from "../../testing/page-over-service.ts";
import { readOrigin } from "./read-origin.ts";

const page = pageForTests();

it("says that the service cannot be reached, as any other request does", async () => {
  const { service, account, project } = page;
  await service.commit(project, { files: { "a.txt": "1" } });
  const scope = { account: account.id, project: String(project.id), branch: "main" };
  expect(await readOrigin(scope, "a.txt", "main")).toMatchObject({ path: "a.txt" });
  expect(await readOrigin(scope, "b.txt", "main")).toBeNull();
  page.breaks = () => "before";
  const problem = await readOrigin(scope, "a.txt", "main").then(() => null, toProblem);
  expect(problem).toMatchObject({ code: "unavailable", retry: true });
  expect(problem?.operation).toContain("HEAD");
  expect(problem?.message).toContain("127.0.0.1");
});
