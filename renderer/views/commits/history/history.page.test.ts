import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();

it("keeps filters in the address", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "commits"));
  await fill(user, await screen.findByRole("textbox", { name: "Author" }), "Åsa");
  await waitFor(() => expect(app.address).toMatch(/author=/));
  const list = () => screen.findByRole("list", { name: "Commits" });
  const [author] = await within(await list()).findAllByText(/Åsa Lindqvist/);
  expect(author).toBeVisible();
  await fill(user, screen.getByRole("textbox", { name: "Path" }), "no/such/file");
  expect(await screen.findByRole("heading", { name: "No matches" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(await within(await list()).findByTitle("Branch main")).toBeVisible();
  await fill(user, screen.getByRole("searchbox", { name: "Message" }), "start PROJECT");
  await user.click(screen.getByRole("button", { name: "Any date" }));
  const dates = within(await screen.findByRole("dialog", { name: "Dates" }));
  await expectAccessible();
  await user.type(dates.getByLabelText("To"), "2001-01-31");
  expect(await screen.findByRole("heading", { name: "No matches", hidden: true })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Until .*2001/, hidden: true })).toBeVisible();
  await user.click(dates.getByRole("button", { name: "Last 7 days" }));
  await waitFor(() => expect(app.address).toMatch(/since=\d{4}-\d\d-\d\d/));
  expect(app.address).not.toMatch(/until=/);
  await user.click(dates.getByRole("button", { name: "Any date" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Any date" })).toHaveFocus());
  await user.click(await screen.findByRole("link", { name: "Start the project" }));
  // The refs that contain a commit are folded after three.
  const term = await screen.findByText(/^In [\d,]* ?branches/, { selector: "dt *, dt" });
  const branches = within((term.closest("dt")?.nextElementSibling ?? term) as HTMLElement);
  expect(branches.getAllByRole("link")).toHaveLength(3);
  await user.click(branches.getByRole("button", { name: /more: In branches$/ }));
  await waitFor(() => expect(branches.getAllByRole("link").length).toBeGreaterThanOrEqual(5));
});

it("shows the name of a commit's tag", async () => {
  await app.open(`${projectPath("fjord/lantern", "commits")}?ref=v0.1.0`);
  const list = within(await screen.findByRole("list", { name: "Commits" }));
  expect(await list.findByTitle("Tag v0.1.0")).toBeVisible();
});
