import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill, searchPalette } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();
const lantern = "fjord/lantern";
const beacon = "fjord/beacon";

const listOf = async (name: string) => within(await screen.findByRole("list", { name }));
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));
const choose = async (of: string, action: string) => {
  await app.user.click(await screen.findByRole("button", { name: `Actions for ${of}` }));
  await app.user.click(await screen.findByRole("menuitem", { name: action }));
};
const confirmBy = async (question: string, button: string) => {
  const dialog = within(await screen.findByRole("alertdialog", { name: question }));
  await expectAccessible();
  await app.user.click(dialog.getByRole("button", { name: button }));
};
/** The rows of the labels of a project, as another client reads them. */
const labelsOf = (project: string, search: string) =>
  app.callProject<{ name: string; color: string; priority: number | null; is_project_label: boolean }[]>(
    project,
    "GET",
    `/labels?search=${search}`,
  );

it("labels are listed with their open issues and merge requests, created, edited and deleted", async () => {
  const { user } = app;
  await app.open(projectPath(lantern, "labels"));
  const list = await listOf("Labels");
  const bug = (await list.findByText("bug")).closest<HTMLElement>("[role=listitem]");
  const links = within(bug as HTMLElement).getAllByRole("link");
  expect(links.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^\d+ issues? open$/),
    expect.stringMatching(/^\d+ merge requests? open$/),
  ]);
  expect(screen.getByRole("heading", { level: 1, name: "Labels" })).toBeVisible();
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "New label" }));
  let form = await dialogOf("New label");
  await fill(user, form.getByRole("textbox", { name: "Name" }), "rough, sea");
  expect(form.getByText("A name cannot have a comma.")).toBeVisible();
  await fill(user, form.getByRole("textbox", { name: "Name" }), "BUG");
  await user.click(form.getByRole("button", { name: "Create label" }));
  expect((await form.findAllByText(/already exists/))[0]).toBeVisible();
  await expectAccessible();
  // What was typed is there again after a reload.
  await app.reload();
  await user.click(await screen.findByRole("button", { name: "New label" }));
  form = await dialogOf("New label");
  const name = () => form.getByRole("textbox", { name: "Name" });
  await waitFor(() => expect(name()).toHaveValue("BUG"));
  await fill(user, name(), "rough sea");
  await user.click(form.getByRole("radio", { name: "Teal" }));
  expect(form.getByRole("textbox", { name: "Color" })).toHaveValue("#1f7a85");
  await fill(user, form.getByRole("textbox", { name: "Priority" }), "2");
  await fill(user, form.getByRole("textbox", { name: "Description" }), "Wait for better weather");
  await user.click(form.getByRole("button", { name: "Create label" }));
  expect(await screen.findByText("Wait for better weather")).toBeVisible();
  expect(await screen.findByText("Priority 2")).toBeVisible();
  expect(await labelsOf(lantern, "rough")).toMatchObject([{ color: "#1f7a85", priority: 2 }]);

  await choose("rough sea", "Edit…");
  form = await dialogOf("Edit rough sea");
  await fill(user, form.getByRole("textbox", { name: "Color" }), "teal");
  expect(form.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  await fill(user, form.getByRole("textbox", { name: "Color" }), "#123456");
  await fill(user, form.getByRole("textbox", { name: "Name" }), "calm sea");
  await fill(user, form.getByRole("textbox", { name: "Priority" }), "");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved calm sea")).toBeVisible();
  expect(await labelsOf(lantern, "calm")).toMatchObject([{ color: "#123456", priority: null }]);

  await choose("calm sea", "Delete…");
  await confirmBy("Delete calm sea?", "Delete label");
  expect(await screen.findByText("Deleted calm sea")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("calm sea")).toBeNull());
  expect(await labelsOf(lantern, "calm")).toEqual([]);
});

it("a label leads to its merge requests, and is promoted to the group", async () => {
  const { user } = app;
  await app.callProject(beacon, "POST", "/labels", { name: "swell", color: "#102030" });
  await app.open(projectPath(beacon, "labels?search=swell"));
  await choose("swell", "Promote to group label…");
  await confirmBy("Promote swell to a group label?", "Promote label");
  expect(await screen.findByRole("link", { name: "Group" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Actions for swell" })).toBeNull();
  expect(await labelsOf(lantern, "swell")).toMatchObject([{ is_project_label: false }]);
  await user.click(screen.getByRole("link", { name: "Group" }));
  expect(await (await listOf("Labels")).findByText("swell")).toBeVisible();
  expect(app.address).toMatch(/groups\/fjord\/labels/);
  expect(screen.getByRole("navigation", { name: "Breadcrumbs" })).toHaveTextContent("fjord");
  await choose("swell", "Edit…");
  const form = await dialogOf("Edit swell");
  expect(form.queryByRole("textbox", { name: "Priority" })).toBeNull();
  await fill(user, form.getByRole("textbox", { name: "Description" }), "Of all projects");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Of all projects")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Merge requests with the label swell" }));
  await waitFor(() => expect(app.address).toContain("merge_requests?q=label%3Aswell"));
});

it("who may only read has no actions", async () => {
  interceptRequests(/operations\/user(\?|$)/, async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), is_admin: false });
  });
  interceptRequests(/operations\/projects\/fjord%2Flantern(\?|$)/, async (send) => {
    const response = await send();
    const permissions = { project_access: { access_level: 10 }, group_access: null };
    return withJson(response, { ...(await response.json()), permissions });
  });
  interceptRequests(/\/members\/all\/\d+(\?|$)/, async () =>
    Response.json({ id: 1, username: "root", name: "Root", state: "active", access_level: 10 }),
  );
  await app.open(projectPath(lantern, "labels"));
  expect(await (await listOf("Labels")).findByText("bug")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "New label" })).toBeNull());
  expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  await app.open(projectPath(lantern, "milestones"));
  expect(await (await listOf("Milestones")).findByText("Summer fixes")).toBeVisible();
  expect(screen.queryByRole("button", { name: "New milestone" })).toBeNull();
});

it("a milestone is created, shown with its progress, closed, reopened, edited and deleted", async () => {
  const { user } = app;
  await app.open(projectPath(lantern, "milestones"));
  expect(await (await listOf("Milestones")).findByText("Summer fixes")).toBeVisible();
  expect(screen.queryByText("Spring launch")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Closed" }));
  expect(await (await listOf("Milestones")).findByText("Spring launch")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Open" }));
  await expectAccessible();

  const palette = await searchPalette(app, ">New milestone");
  await user.click(await palette.findByRole("option", { name: /^New milestone/ }));
  const form = await dialogOf("New milestone");
  await fill(user, form.getByRole("textbox", { name: "Title" }), "Autumn repairs");
  await fill(user, form.getByLabelText("Start date"), "2026-10-01");
  await fill(user, form.getByLabelText("Due date"), "2026-09-01");
  expect(form.getByText("The due date is before the start date.")).toBeVisible();
  await fill(user, form.getByLabelText("Due date"), "2099-11-30");
  await fill(user, form.getByRole("textbox", { name: "Description" }), "Before the **storms**");
  await user.click(form.getByRole("button", { name: "Create milestone" }));
  const link = await (await listOf("Milestones")).findByRole("link", { name: "Autumn repairs" });
  const [made] = await app.callProject<{ id: number; due_date: string }[]>(
    lantern,
    "GET",
    "/milestones?search=autumn",
  );
  expect(made).toMatchObject({ due_date: "2099-11-30" });

  const [one, two] = await app.callProject<{ iid: number }[]>(
    lantern,
    "GET",
    "/merge_requests?state=opened&per_page=2",
  );
  for (const each of [one, two])
    await app.callProject(lantern, "PUT", `/merge_requests/${each?.iid}`, { milestone_id: made?.id });
  await app.callProject(lantern, "PUT", `/merge_requests/${two?.iid}`, { state_event: "close" });
  const issues = await Promise.all(
    ["Mend the quay", "Paint the buoy"].map((title) =>
      app.callProject<{ iid: number }>(lantern, "POST", "/issues", { title, milestone_id: made?.id }),
    ),
  );
  await app.callProject(lantern, "PUT", `/issues/${issues[0]?.iid}`, { state_event: "close" });
  await app.callProject(lantern, "PUT", `/issues/${issues[1]?.iid}`, { state_event: "close" });
  await user.click(link);
  expect(
    await screen.findByText("2 of 2 issues closed, 1 of 2 merge requests merged or closed"),
  ).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("aria-valuenow", "75");
  const planned = await listOf("Planned");
  expect(await planned.findByRole("link", { name: "Mend the quay" })).toBeVisible();
  expect(await planned.findByText(`!${one?.iid}`)).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Autumn repairs" })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Breadcrumbs" })).toHaveTextContent("Milestones");
  await expectAccessible();
  await user.click(screen.getByRole("link", { name: "Description" }));
  expect(await screen.findByText("storms")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Close milestone" }));
  expect(await screen.findByText("Closed Autumn repairs")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Reopened Autumn repairs")).toBeVisible();
  await choose("Autumn repairs", "Edit…");
  const edit = await dialogOf("Edit Autumn repairs");
  await fill(user, edit.getByRole("textbox", { name: "Title" }), "Late repairs");
  await user.click(edit.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Late repairs" })).toBeVisible();
  await choose("Late repairs", "Delete…");
  await confirmBy("Delete Late repairs?", "Delete milestone");
  await waitFor(() => expect(app.address).toMatch(/\/milestones$/));
  expect(await app.callProject(lantern, "GET", `/merge_requests/${one?.iid}`)).toMatchObject({
    milestone: null,
  });
  await app.callProject(lantern, "PUT", `/merge_requests/${two?.iid}`, { state_event: "reopen" });
});

it("a milestone is promoted to the group, whose page has the work of all projects", async () => {
  await app.callProject(beacon, "POST", "/milestones", { title: "Regatta" });
  await app.open(projectPath(beacon, "milestones"));
  await choose("Regatta", "Promote to group milestone…");
  await confirmBy("Promote Regatta to a group milestone?", "Promote milestone");
  const milestones = await listOf("Milestones");
  await waitFor(() =>
    expect(milestones.getByRole("link", { name: "Regatta" }).closest("[role=listitem]")).toHaveTextContent(
      "Group",
    ),
  );
  await app.user.click(await screen.findByRole("link", { name: "Regatta" }));
  await waitFor(() => expect(app.address).toMatch(/groups\/fjord\/milestones\/\d+$/));
  expect(await screen.findByRole("heading", { name: "Nothing is planned yet" })).toBeVisible();
  await expectAccessible();
  await app.open(projectPath(lantern, "milestones/999"));
  expect(await screen.findByRole("heading", { name: "There is no milestone %999" })).toBeVisible();
});
