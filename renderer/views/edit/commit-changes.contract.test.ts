import { expect, it } from "vitest";
import type { EditSession } from "../../state/edits.ts";
import { pageForTests } from "../../testing/page-over-service.ts";
import { commitChanges } from "./commit-changes.ts";

const page = pageForTests();

const scope = () => ({ account: page.account.id, project: page.project.fullPath, branch: "main" });
const session = (head: string, path: string): EditSession => ({
  ...scope(),
  head,
  message: `Add ${path}`,
  target: "",
  authorName: "",
  authorEmail: "",
  changes: [
    {
      id: path,
      path,
      origin: null,
      content: { kind: "text", text: "new\n" },
      executable: false,
      deleted: false,
    },
  ],
});
const tip = () => page.service.run(page.project, "rev-parse", "main");
const breakWrites = (when: "before" | "after") => {
  page.breaks = (method) => (method === "POST" ? when : null);
};

it("finds the commit whose response was lost, the first of a repository too", async () => {
  breakWrites("after");
  const first = await commitChanges(scope(), session("", "a.txt"));
  expect(first).toEqual({ sha: await tip(), branch: "main", foundLater: true });
  const second = await commitChanges(scope(), session(first.sha, "b.txt"));
  expect(second).toEqual({ sha: await tip(), branch: "main", foundLater: true });
  expect(page.writes).toEqual(["POST", "POST"]);
});

it("creates a deleted branch again, or another one, from the commit that the changes began at", async () => {
  await page.service.commit(page.project, { files: { "a.txt": "a\n" } });
  const head = await page.service.commit(page.project, { branch: "topic", files: { "a.txt": "topic\n" } });
  await page.service.run(page.project, "update-ref", "-d", "refs/heads/topic");
  const topic = { ...session(head, "b.txt"), branch: "topic" };
  for (const target of ["topic", "topic-2"]) {
    const made = await commitChanges({ ...scope(), branch: "topic" }, { ...topic, target }, { isGone: true });
    expect(made.branch).toBe(target);
    expect(await page.service.run(page.project, "rev-parse", target, `${target}^`)).toBe(
      `${made.sha}\n${head}`,
    );
  }
});

it("reports a commit that did not reach the service as not made", async () => {
  const head = await page.service.commit(page.project, { files: { "a.txt": "a\n" } });
  breakWrites("before");
  await expect(commitChanges(scope(), session(head, "b.txt"))).rejects.toMatchObject({
    problem: { changed: "no" },
  });
  expect(await tip()).toBe(head);
});
