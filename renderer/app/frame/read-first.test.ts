import { expect, test, vi } from "vitest";
import type { Account } from "../../../shared/host/accounts.ts";
import { useHostState } from "../../state/host-state.ts";
import { readFirst } from "./read-first.ts";

const project = "/accounts/one/operations/projects/group%2Fapp";

/** Responses that further reads need, by path. */
const responses: Readonly<Record<string, unknown>> = {
  [project]: { path_with_namespace: "group/app", default_branch: "main" },
  [`${project}?license=true`]: { path_with_namespace: "group/app", default_branch: "main" },
  [`${project}/repository/commits/main`]: { id: "c0ffee" },
};

/** Returns what an address reads, in steps: the reads of one need responses to the step before. */
async function stepsOf(href: string): Promise<readonly (readonly string[])[]> {
  const steps: string[][] = [[]];
  const waiting: (() => void)[] = [];
  const isOver = readFirst(href, (path) => {
    steps.at(-1)?.push(path);
    return new Promise((resolve) => waiting.push(() => resolve(responses[path] ?? [])));
  });
  for (;;) {
    // The code of the reads is loaded first.
    await vi.dynamicImportSettled();
    await new Promise(setImmediate);
    const responded = waiting.splice(0);
    if (responded.length === 0) break;
    steps.push([]);
    for (const respond of responded) respond();
  }
  await isOver;
  return steps.filter((step) => step.length > 0);
}

test("the files at a ref are read in two steps, those of the default branch in three", async () => {
  const [tree] = [`${project}/repository/tree?ref=c0ffee&per_page=100&helve-pages=all`];
  const [commit, branch] = ["commits", "branches"].map((part) => `${project}/repository/${part}/main`);
  expect(await stepsOf("/a/one/p/group%2Fapp/files?ref=main")).toEqual([[commit, project, branch], [tree]]);
  expect(await stepsOf("/a/one/p/group%2Fapp/files")).toEqual([[project], [commit, project, branch], [tree]]);
});

test("a merge request, its versions and its threads are read side by side", async () => {
  const one = `${project}/merge_requests/7`;
  for (const tab of ["", "?tab=changes"]) {
    const [first, ...later] = await stepsOf(`/a/one/p/group%2Fapp/merge_requests/7${tab}`);
    expect(later).toEqual([]);
    expect(first).toEqual(
      expect.arrayContaining([
        one,
        `${one}/versions?helve-pages=all`,
        `${one}/discussions?per_page=100&helve-pages=all`,
      ]),
    );
  }
});

test("a project is read in two steps", async () => {
  expect(await stepsOf("/a/one/p/group%2Fapp")).toEqual([
    [`${project}?license=true`, `${project}/repository/commits?per_page=6`],
    [`${project}/repository/tree?ref=main&per_page=100`],
  ]);
});

test("Home reads what needs the user of each account in one step, and other addresses read nothing", async () => {
  const account: Account = {
    id: "one",
    kind: "remote",
    name: "One",
    url: "https://git.example.test",
    token: "keychain",
    check: null,
  };
  useHostState.setState({ accounts: [account] });
  const list = "/accounts/one/operations/merge_requests?state=opened&order_by=updated_at";
  expect(await stepsOf("/")).toEqual([
    [
      `${list}&scope=assigned_to_me&per_page=20`,
      `${list}&scope=created_by_me&per_page=20`,
      "/accounts/one/operations/todos?state=pending&per_page=100",
    ],
  ]);
  expect(await stepsOf("/settings/appearance")).toEqual([]);
});
