import { screen, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const harbor = "fjord/platform/harbor";

it("leads from a comparison to a merge request of its branches", async () => {
  const branch = "feature/größere-schrift";
  await app.open(`${projectPath("fjord/lantern", "compare")}?from=main&to=${encodeURIComponent(branch)}`);
  await app.user.click(await screen.findByRole("link", { name: "Create merge request" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
  expect(await dialog.findByRole("button", { name: `Source branch: ${branch}` })).toBeVisible();
});

it("compares two refs both ways, and explains equal ones", async () => {
  const { user } = app;
  const branch = `compared-${Math.random().toString(36).slice(2, 8)}`;
  const path = `shaping/${branch}.txt`;
  await app.callProject(harbor, "POST", "/repository/commits", {
    branch,
    start_branch: "main",
    commit_message: "Compare me",
    actions: [{ action: "create", file_path: path, content: "x" }],
  });
  await app.open(`${projectPath(harbor, "compare")}?from=main&to=${branch}`);
  expect(await screen.findByRole("article", { name: path })).toBeVisible();
  expect((await screen.findAllByText("Compare me"))[0]).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Swap the sides" }));
  expect(await screen.findByText(/main has no commits that .* lacks/)).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Direct comparison" }));
  expect(await screen.findByRole("article", { name: path })).toBeVisible();
  await user.click(screen.getByRole("button", { name: `From: ${branch}` }));
  await fill(user, await screen.findByRole("combobox", { name: "Branch, tag or commit" }), "main");
  const [main] = await screen.findAllByRole("option", { name: /^main/ });
  await user.click(main as HTMLElement);
  expect(await screen.findByRole("heading", { name: "Nothing to compare" })).toBeVisible();
  await expectAccessible();
});

it("compares two tags", async () => {
  await app.open(`${projectPath("fjord/lantern", "compare")}?from=v0.1.0&to=v0.2.0`);
  expect(await screen.findByRole("heading", { name: /commits$/ })).toBeVisible();
});
