import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));
const choose = async (of: string, action: string) => {
  await app.user.click(await screen.findByRole("button", { name: `Actions for ${of}` }));
  await app.user.click(await screen.findByRole("menuitem", { name: action }));
};
const select = async (field: string, option: string | RegExp) => {
  await app.user.click(screen.getByRole("combobox", { name: field }));
  await app.user.click(await screen.findByRole("option", { name: option }));
};
const confirmBy = async (question: string, button: string) => {
  const dialog = within(await screen.findByRole("alertdialog", { name: question }));
  await app.user.click(dialog.getByRole("button", { name: button }));
};

it("a project is created with a README, renamed, moved, archived and deleted", async () => {
  const { user } = app;
  await app.open("/a/local/projects");
  await user.click(await screen.findByRole("link", { name: "New project" }));
  await heading("New project");
  await fill(user, screen.getByRole("textbox", { name: "Name" }), "Søren & Sea");
  expect(screen.getByRole("textbox", { name: "Path" })).toHaveValue("soren-sea");
  await fill(user, screen.getByRole("textbox", { name: "Description" }), "All tides");
  await expectAccessible();
  // What was typed is there again after a reload.
  await app.reload();
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Søren & Sea"));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Namespace" })).toHaveTextContent(/\w/));
  await select("Namespace", /^atlas\b/);
  await user.click(screen.getByRole("button", { name: "Create project" }));
  expect(await heading("Søren & Sea")).toBeVisible();
  expect(app.address).toContain("atlas%2Fsoren-sea");
  expect((await screen.findAllByText("All tides"))[0]).toBeVisible();

  await app.open(projectPath("atlas/soren-sea", "settings"));
  await heading("Project settings");
  await fill(user, await screen.findByRole("textbox", { name: "Description" }), "Some tides");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved the settings")).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "Wiki" }));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Wiki" })).not.toBeChecked());
  await select("Merge method", /^Fast-forward/);
  await waitFor(() =>
    expect(screen.getByRole("combobox", { name: "Merge method" })).toHaveTextContent("Fast-forward"),
  );
  await expectAccessible();
  expect(await app.callProject("atlas/soren-sea", "GET", "")).toMatchObject({
    description: "Some tides",
    wiki_enabled: false,
    merge_method: "ff",
  });

  await user.click(screen.getByRole("button", { name: "Change path…" }));
  const path = await dialogOf("Change path");
  await fill(user, path.getByRole("textbox", { name: "Path" }), "tide-sea");
  await user.click(path.getByRole("button", { name: "Change path" }));
  await waitFor(() => expect(app.address).toContain("atlas%2Ftide-sea"));
  expect(await screen.findByText("Its address is atlas/tide-sea now.")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Transfer…" }));
  const transfer = await dialogOf("Transfer Søren & Sea");
  await user.click(transfer.getByRole("combobox", { name: "To" }));
  await user.click(await screen.findByRole("option", { name: /^fjord(?!\/)/ }));
  await user.click(transfer.getByRole("button", { name: "Transfer project" }));
  await waitFor(() => expect(app.address).toContain("fjord%2Ftide-sea"));
  expect(await screen.findByText("Its address is fjord/tide-sea now.")).toBeVisible();

  await user.click(await screen.findByRole("button", { name: "Archive…" }));
  await confirmBy("Archive Søren & Sea?", "Archive project");
  await user.click(await screen.findByRole("button", { name: "Unarchive" }));
  expect(await screen.findByRole("button", { name: "Archive…" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete project…" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete Søren & Sea?" }));
  expect(question.getByRole("button", { name: "Delete project" })).toBeDisabled();
  await fill(user, question.getByRole("textbox"), "fjord/tide-sea");
  await user.click(question.getByRole("button", { name: "Delete project" }));
  await waitFor(() => expect(app.address).toMatch(/\/a\/local\/projects$/));
});

it("a project is starred and forked, and the fork shows its branches once it is copied", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern"));
  await user.click(await screen.findByRole("button", { name: /^(Star|Unstar) this project$/ }));
  const was = await screen.findByRole("button", { name: /^(Star|Unstar) this project$/ });
  expect(was).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Fork this project" }));
  await heading("Fork");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Namespace" })).toHaveTextContent(/\w/));
  await select("Namespace", /^atlas(?!\/)/);
  await fill(user, screen.getByRole("textbox", { name: "Path" }), "lantern-copy");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Fork project" }));
  await waitFor(() => expect(app.address).toContain("atlas%2Flantern-copy"));
  await waitFor(async () =>
    expect(await app.callProject("atlas/lantern-copy", "GET", "/import")).toMatchObject({
      import_status: "finished",
    }),
  );
  expect(await screen.findByRole("heading", { name: "Latest commits" })).toBeVisible();
});

it("members are added, get another role and are removed; an address is invited", async () => {
  const { user } = app;
  const project = "atlas/tides";
  await app.open(projectPath(project, "members"));
  await user.click(await screen.findByRole("button", { name: "Add member" }));
  let form = await dialogOf("Add member");
  await user.click(form.getByRole("button", { name: "Choose a person…" }));
  await fill(user, await screen.findByRole("combobox", { name: "People" }), "asa");
  const [option] = await screen.findAllByRole("option", { name: /@asa/ });
  await user.click(option as HTMLElement);
  await expectAccessible();
  await user.click(form.getByRole("button", { name: "Add member" }));
  const [person] = await app.callProject<{ name: string; username: string }[]>(
    project,
    "GET",
    "/members?query=asa",
  );
  const name = person?.name ?? "";
  await choose(name, "Change role…");
  form = await dialogOf(`Role of ${name}`);
  await user.click(form.getByRole("combobox", { name: "Role" }));
  await user.click(await screen.findByRole("option", { name: "Owner" }));
  await fill(user, form.getByLabelText("Until"), "2099-01-01");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("until 2099-01-01")).toBeVisible();
  expect(await app.callProject(project, "GET", "/members?query=asa")).toMatchObject([{ access_level: 50 }]);
  await choose(name, "Remove…");
  await confirmBy(`Remove ${name}?`, "Remove member");
  await waitFor(async () => expect(await app.callProject(project, "GET", "/members?query=asa")).toEqual([]));

  await user.click(screen.getByRole("button", { name: "Add member" }));
  form = await dialogOf("Add member");
  await user.click(form.getByRole("radio", { name: "Mail address" }));
  await fill(user, form.getByRole("textbox", { name: "Mail address" }), "new@elsewhere.test");
  await user.click(form.getByRole("button", { name: "Invite" }));
  expect(await screen.findByText("new@elsewhere.test")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Withdraw the invitation of new@elsewhere.test" }));
  await waitFor(() => expect(screen.queryByText("new@elsewhere.test")).toBeNull());
});

it("who is no maintainer sees members and no settings", async () => {
  interceptRequests(/operations\/user(\?|$)/, async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), is_admin: false });
  });
  interceptRequests(/operations\/projects\/fjord%2Flantern(\?|$)/, async (send) => {
    const response = await send();
    const permissions = { project_access: { access_level: 30 }, group_access: null };
    return withJson(response, { ...(await response.json()), permissions });
  });
  interceptRequests(/\/members\/all\/\d+(\?|$)/, async () =>
    Response.json({ id: 1, username: "root", name: "Root", state: "active", access_level: 30 }),
  );
  await app.open(projectPath("fjord/lantern", "settings"));
  expect(await screen.findByRole("heading", { name: "Maintainers change these settings" })).toBeVisible();
  await app.open(projectPath("fjord/lantern", "members"));
  expect(await screen.findByRole("list", { name: "Members" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add member" })).toBeNull());
});

it("a maintainer decides what a merge needs, and the merge request says what is missing", async () => {
  const { user } = app;
  const project = "fjord/lantern";
  const [first] = await app.callProject<{ iid: number }[]>(
    project,
    "GET",
    "/merge_requests?state=opened&wip=no",
  );
  await app.open(projectPath(project, "settings"));
  const merging = within(await screen.findByRole("region", { name: "Merging" }));
  const must = () => merging.getByRole("switch", { name: "Pipelines must succeed" });
  await user.click(must());
  await waitFor(() => expect(must()).toBeChecked());
  expect(merging.getByRole("switch", { name: "Threads must be resolved" })).not.toBeChecked();
  expect(await app.callProject(project, "GET", "")).toMatchObject({
    only_allow_merge_if_pipeline_succeeds: true,
    only_allow_merge_if_all_discussions_are_resolved: false,
  });
  await expectAccessible();
  await app.open(projectPath(project, `merge_requests/${first?.iid}`));
  const box = within(await screen.findByRole("region", { name: "Merging" }));
  expect(await box.findByText(/^A pipeline must succeed first/)).toBeVisible();
  expect(box.getByRole("button", { name: "Merge" })).toBeDisabled();
});

it.each([
  ["a maintainer by a group that the project is shared with", 40],
  ["a developer", 30],
])("%s is told by the membership where the project's fields do not say it", async (_, level) => {
  interceptRequests(/operations\/user(\?|$)/, async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), is_admin: false });
  });
  interceptRequests(/operations\/projects\/fjord%2Fhandbook(\?|$)/, async (send) => {
    const response = await send();
    const permissions = { project_access: null, group_access: null };
    return withJson(response, { ...(await response.json()), permissions });
  });
  const member = { id: 1, username: "root", name: "Root", state: "active", access_level: level };
  interceptRequests(/\/members\/all\/\d+(\?|$)/, async () => Response.json(member));
  await app.open(projectPath("fjord/handbook", "settings"));
  await heading("Project settings");
  if (level === 40)
    expect(await screen.findByRole("switch", { name: "Threads must be resolved" })).toBeVisible();
  else {
    expect(await screen.findByRole("heading", { name: "Maintainers change these settings" })).toBeVisible();
    expect(screen.queryAllByRole("switch")).toEqual([]);
  }
});
