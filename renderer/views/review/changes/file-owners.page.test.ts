import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { createProject } from "../../../../shared/api/resources/project-actions.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { proposeChanges } from "../../../testing/page/propose-changes.ts";

const app = appForTests();

it("shows who owns each changed file, in the list and the file's header, and whether an owner has approved", async () => {
  // A project of its own: CODEOWNERS stays.
  const name = `owners-${Math.random().toString(36).slice(2, 8)}`;
  const project = await fetchOperation("local", createProject, { name, initialize_with_readme: true });
  const handbook = project.path_with_namespace;
  const folder = `owned-${Math.random().toString(36).slice(2, 8)}`;
  const [mine, team, nobodys] = [`${folder}/a.ts`, `${folder}/b.ts`, `${folder}/c.ts`];
  const me = await fetchOperation("local", getCurrentUser, {});
  const made = await proposeChanges(
    app,
    handbook,
    {
      ...{ [mine]: "1\n", [team]: "1\n", [nobodys]: "1\n" },
      ".gitlab/CODEOWNERS": `/${mine} @${me.username}\n/${team} @a @b/c d@e.test\n`,
    },
    { [mine]: "2\n", [team]: "2\n", [nobodys]: "2\n" },
  );
  await app.callProject(handbook, "POST", `/merge_requests/${made.iid}/approve`);
  await app.open(`${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const changes = within(await screen.findByRole("region", { name: "Changes" }));
  const header = async (name: string) => within(await changes.findByRole("article", { name }));
  expect(await (await header(mine)).findByText(`@${me.username}`)).toBeVisible();
  expect((await header(mine)).getByText("Approved by an owner:")).toBeInTheDocument();
  expect((await header(team)).getByText("@a, @b/c +1")).toBeVisible();
  expect((await header(team)).getByText("Not approved by an owner:")).toBeInTheDocument();
  expect((await header(nobodys)).queryByText(/by an owner:/)).toBeNull();
  const list = within(await screen.findByRole("navigation", { name: "Changed files" }));
  await waitFor(() => {
    const named = (name: string) => list.getByRole("img", { name });
    expect(named(`Owned by @${me.username}. Approved by ${me.name}.`)).toBeVisible();
    expect(named("Owned by @a, @b/c, d@e.test. No owner has approved.")).toBeVisible();
  });
  await expectAccessible();
});
