import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { fill } from "../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const second = secondServiceForTests();

const listNamed = async (name: string) => within(await screen.findByRole("list", { name }));
const press = async (name: string | RegExp) => app.user.click(await screen.findByRole("button", { name }));
const choose = async (role: "option" | "menuitem", name: string | RegExp) =>
  app.user.click(await screen.findByRole(role, { name }));
/** The filters are in a panel where they have no room: nothing is laid out. */
async function openFilter(name: string): Promise<void> {
  await press("More filters");
  await press(name);
}

/** The field is a combobox while it completes people. */
const query = () =>
  screen.queryByRole("combobox", { name: "Query" }) ?? screen.getByRole("searchbox", { name: "Query" });

it("merge requests are listed and filtered by chips, by a query, and by saved searches", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "merge_requests"));
  const list = () => listNamed("Merge requests");
  expect(await (await list()).findByRole("link", { name: /Plan who lies at which berth/ })).toBeVisible();
  expect((await (await list()).findAllByText("needs review"))[0]).toBeVisible();
  // Its colour.
  await waitFor(async () => {
    const [label] = (await list()).getAllByTitle("needs review");
    expect(label?.querySelector("[style]")).toHaveAttribute("style", expect.stringMatching(/background/));
  });
  await expectAccessible();
  // The numbers of the states add up to that of all.
  const states = within(screen.getByRole("group", { name: "State" }));
  expect(await states.findByRole("button", { name: /^All\s*\d/ })).toBeVisible();
  await waitFor(() => {
    const counts = states
      .getAllByRole("button")
      .map(({ textContent }) => Number(/\d+$/.exec(textContent)?.[0]));
    expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0) - (counts.at(-1) ?? 0)).toBe(0);
  });
  await user.click(states.getByRole("button", { name: /^Merged/ }));
  await waitFor(() => expect(app.address).toMatch(/q=state%3Amerged/));
  expect((await (await list()).findAllByRole("img", { name: "Merged" }))[0]).toBeVisible();
  await openFilter("Author");
  await fill(app.user, await screen.findByRole("combobox", { name: "Author" }), "Mateo");
  await choose("option", /Mateo Fuentes/);
  expect((await screen.findByText("@mateo", { selector: "strong" })).parentElement).toHaveTextContent(
    "author: @mateo",
  );
  const completed = (value: string) =>
    document.querySelector(`datalist option[value=${JSON.stringify(value)}]`);
  await fill(app.user, query(), "label:bug author:@mat");
  await waitFor(() => expect(completed("label:bug author:@mateo ")).toHaveTextContent("Mateo Fuentes"));
  await fill(app.user, query(), "reviewer:@lei");
  await waitFor(() => expect(completed("reviewer:@leila ")).toHaveTextContent("Leila Haddad"));
  await openFilter("Reviewer");
  await fill(app.user, await screen.findByRole("combobox", { name: "Reviewer" }), "Any");
  await choose("option", "Any");
  await waitFor(() => expect(app.address).toMatch(/reviewer%3AAny/));
  await fill(app.user, query(), "label:bug draft:no wall");
  await user.keyboard("{Enter}");
  expect(await (await list()).findByRole("link", { name: /Make the wall as wide as it is/ })).toBeVisible();
  await press(/^Saved/);
  await choose("menuitem", /^Save this search/);
  const dialog = within(await screen.findByRole("dialog"));
  await fill(app.user, dialog.getByRole("textbox", { name: "Name" }), "Walls");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await press("Clear");
  await press(/^Saved/);
  await choose("menuitem", /^Walls/);
  await waitFor(() => expect(query()).toHaveValue("label:bug draft:no wall"));
  await fill(app.user, query(), "lable:bug wall");
  await user.keyboard("{Enter}");
  expect((await screen.findByText("lable:", { selector: "code" })).parentElement).toHaveTextContent(
    "lable: is not a filter, so it is searched as text.",
  );
  await fill(app.user, query(), "nothing has this title");
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "No matching merge requests" })).toBeVisible();
});

it("merge requests of the whole account and of a group are listed", async () => {
  await app.open("/a/local/merge_requests");
  const all = await listNamed("Merge requests");
  expect((await all.findAllByText(/fjord\/lantern!/))[0]).toBeVisible();
  await app.open(`/a/local/groups/${encodeURIComponent("fjord/platform")}/merge_requests`);
  expect(await (await listNamed("Merge requests")).findByText(/toolbox!1/)).toBeVisible();
  await expectAccessible();
});

it("merge requests of all accounts are listed together", async () => {
  const { user } = app;
  await addAccount(app, second, "Far harbour");
  await app.open("/merge_requests");
  const far = () => listNamed("Merge requests of Far harbour");
  const near = () => listNamed("Merge requests of Local");
  expect((await (await far()).findAllByRole("listitem"))[0]).toBeVisible();
  expect((await (await near()).findAllByRole("listitem"))[0]).toBeVisible();
  await expectAccessible();
  await fill(app.user, query(), "Spanish");
  await user.keyboard("{Enter}");
  await waitFor(async () => expect((await far()).getAllByRole("listitem")).toHaveLength(1));
  expect(app.address).toMatch(/q=Spanish/);
  await user.click(screen.getByRole("radio", { name: "Merged" }));
  expect((await screen.findAllByText("No matching merge requests"))[0]).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Open" }));
  await user.click(await (await far()).findByRole("link", { name: /Spanish/ }));
  await waitFor(() => expect(screen.getAllByRole("heading", { level: 1 })[0]).toHaveTextContent("Spanish"));
});
