import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { startService } from "../../../electron/service/start-service.ts";
import { undoDiscard } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";

const app = appForTests();

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const list = async (name: string) => within(await screen.findByRole("list", { name }));

it("a group is created with a subgroup, edited, filled by transfer and deleted with progress", async () => {
  const { user } = app;
  // A service of its own, for the rest of this process: the project that is transferred ends with the group.
  const folder = mkdtempSync(join(process.env.HELVE_PAGE_TESTS ?? tmpdir(), "groups-"));
  cpSync(join(process.env.HELVE_SAMPLE ?? "", "service"), folder, { recursive: true });
  const adminToken = randomUUID();
  const { url } = await startService({ folder, port: 0, adminToken });
  const { id } = await app.host.addAccount(url, adminToken);
  const choose = async (group: string, action: string) => {
    await user.click(await screen.findByRole("button", { name: `Actions for ${group}` }));
    await user.click(await screen.findByRole("menuitem", { name: action }));
  };
  await app.open(`/a/${id}/groups`);
  const groups = await list("Groups");
  expect(await groups.findByRole("link", { name: /Fjord \/ Platform/ })).toBeVisible();
  await expectAccessible();
  const search = screen.getByRole("searchbox", { name: "Search groups" });
  await fill(user, search, "ATLAS data");
  await waitFor(() => expect(groups.getAllByRole("listitem")).toHaveLength(1));
  await fill(user, search, "");

  await user.click(screen.getByRole("button", { name: "New group" }));
  let create = await dialog("New group");
  const name = () => create.getByRole("textbox", { name: "Name" });
  const submit = () => create.getByRole("button", { name: "Create group" });
  await fill(user, name(), "Søren & Team");
  expect(await create.findByText(/can contain only letters, digits, emojis/i)).toBeVisible();
  await fill(user, name(), "Fjord");
  expect(await create.findByText("Another group has this path.")).toBeVisible();
  expect(submit()).toHaveAttribute("aria-disabled", "true");
  await fill(user, name(), "Søren Team");
  expect(create.getByRole("textbox", { name: "Path" })).toHaveValue("soren-team");
  await expectAccessible();
  // What was typed is still there after the dialog was closed and the page read anew.
  await user.click(create.getByRole("button", { name: "Cancel" }));
  await app.open(`/a/${id}/groups?create=1`);
  await app.reload();
  create = await dialog("New group");
  await waitFor(() => expect(name()).toHaveValue("Søren Team"));
  await user.click(create.getByRole("button", { name: "Discard" }));
  await undoDiscard(user, "group draft");
  await user.click(screen.getByRole("button", { name: "New group" }));
  create = await dialog("New group");
  await waitFor(() => expect(name()).toHaveValue("Søren Team"));
  await user.click(submit());
  expect(await heading("Søren Team")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "New subgroup" }));
  create = await dialog("New subgroup in Søren Team");
  await fill(user, name(), "Crew");
  await user.click(submit());
  expect(await heading("Søren Team / Crew")).toBeVisible();
  expect(app.address).toMatch(/groups\/soren-team%2Fcrew$/);

  await choose("Crew", "Transfer a project here…");
  const transfer = await dialog("Transfer a project to Crew");
  await user.click(transfer.getByRole("button", { name: "Choose a project…" }));
  await fill(user, await screen.findByRole("combobox", { name: "Projects" }), "blank");
  await user.click(await screen.findByRole("option", { name: /Blank/ }));
  expect(await transfer.findByText(/soren-team\/crew\/blank/)).toBeVisible();
  await expectAccessible();
  await user.click(transfer.getByRole("button", { name: "Transfer project" }));
  expect(await (await list("Projects")).findByRole("link", { name: /Blank/ })).toBeVisible();

  // The address that it had still leads to it.
  await app.open(`/a/${id}/p/atlas%2Fblank`);
  expect(await heading("Blank")).toBeVisible();

  await app.open(`/a/${id}/groups/soren-team%2Fcrew`);
  const tree = within(await screen.findByRole("tree", { name: "Group tree" }));
  await user.click(await tree.findByRole("treeitem", { name: /^Søren Team/ }));
  await choose("Søren Team", "Edit group…");
  const edit = await dialog("Edit Søren Team");
  await fill(user, edit.getByRole("textbox", { name: "Path" }), "soren");
  await fill(user, edit.getByRole("textbox", { name: "Description" }), "What Søren builds");
  await user.click(edit.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(app.address).toMatch(/groups\/soren$/));
  expect((await screen.findAllByText("What Søren builds"))[0]).toBeVisible();
  expect(await (await list("Projects")).findByRole("link", { name: /soren\/crew/ })).toBeVisible();
  const tabs = within(screen.getByRole("navigation", { name: "Group" }));
  await user.click(tabs.getByRole("link", { name: /^Subgroups/ }));
  expect(await (await list("Subgroups")).findByRole("link")).toHaveTextContent(/Søren Team \/ Crew/);
  await user.click(tabs.getByRole("link", { name: "Details" }));
  const storage = await screen.findByRole("region", { name: "Storage" });
  await waitFor(() => expect(storage).toHaveTextContent("Repositories"));
  await expectAccessible();

  await choose("Søren Team", "Delete group…");
  const question = await screen.findByRole("alertdialog", { name: "Delete Søren Team?" });
  expect(question).toHaveTextContent("1 project");
  expect(question).toHaveTextContent("1 subgroup");
  const remove = within(question).getByRole("button", { name: "Delete group" });
  expect(remove).toBeDisabled();
  await fill(user, within(question).getByRole("textbox"), "soren");
  await user.click(remove);
  expect((await screen.findAllByText(/Deleted soren/))[0]).toBeVisible();
  const left = await list("Groups");
  expect(await left.findByRole("link", { name: /Fjord \/ Platform/ })).toBeVisible();
  await waitFor(() => expect(left.queryByRole("link", { name: /Søren/ })).toBeNull());
});
