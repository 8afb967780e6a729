import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { clickEnabled, fill, press } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { beacon } from "../../../testing/page/sample-jobs.ts";

const app = appForTests();

const addSchedule = (description: string, more: object = {}) =>
  app.callProject<{ id: number }>(beacon, "POST", "/pipeline_schedules", {
    ...{ description, ref: "main", cron: "0 4 * * 1-5", cron_timezone: "UTC" },
    ...more,
  });
const unique = (name: string) => `${name} ${Math.floor(Math.random() * 100_000)}`;
const rowOf = async (description: string) => {
  const list = await screen.findByRole("list", { name: "Schedules" });
  const name = await within(list).findByText(description, { selector: "bdi" });
  return name.closest<HTMLElement>("[role=listitem]") ?? name;
};
const openMenu = async (description: string, item: RegExp) => {
  const { user } = app;
  await user.click(
    within(await rowOf(description)).getByRole("button", { name: `Actions for ${description}` }),
  );
  await user.click(await screen.findByRole("menuitem", { name: item }));
};

it("a schedule is created with variables, shows its next runs, and is changed", async () => {
  const { user } = app;
  const name = unique("Nightly");
  await app.open(projectPath(beacon, "schedules"));
  await user.click(await screen.findByRole("button", { name: "New schedule" }));
  let dialog = within(await screen.findByRole("dialog", { name: "New schedule" }));
  const description = dialog.getByRole("textbox", { name: "Description" });
  await waitFor(() => expect(description).toHaveFocus());
  await fill(user, description, name);
  const cron = dialog.getByRole("textbox", { name: "Cron" });
  await fill(user, cron, "61 * * * *");
  expect(await dialog.findByText(/^Enter minute, hour, day/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Create schedule" })).toHaveAttribute("aria-disabled", "true");
  await user.click(dialog.getByRole("combobox", { name: "Runs" }));
  await user.click(await screen.findByRole("option", { name: "Every weekday at 04:00" }));
  expect(cron).toHaveValue("0 4 * * 1-5");
  expect(await dialog.findByText(/^Next: \w+, \d+ \w+ \d+,? .*04:00( · .*04:00){2}$/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Add variable" }));
  await fill(user, dialog.getByRole("textbox", { name: "Name of variable 1" }), "TARGET");
  await fill(user, dialog.getByRole("textbox", { name: "Value of variable 1" }), "staging");
  await expectAccessible();
  await clickEnabled(user, dialog.getByRole("button", { name: "Create schedule" }));
  const row = await rowOf(name);
  expect(row).toHaveTextContent("Every weekday at 04:00");
  expect(row).toHaveTextContent("Has not run yet");
  expect(within(row).getByRole("switch", { name: `Active: ${name}` })).toBeChecked();
  await expectAccessible();

  await openMenu(name, /^Edit/);
  dialog = within(await screen.findByRole("dialog", { name: `Edit ${name}` }));
  expect(await dialog.findByRole("textbox", { name: "Value of variable 1" })).toHaveValue("staging");
  await fill(user, dialog.getByRole("textbox", { name: "Value of variable 1" }), "live");
  await fill(user, dialog.getByRole("textbox", { name: "Cron" }), "*/20 * * * *");
  await clickEnabled(user, dialog.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(await rowOf(name)).toHaveTextContent("Every 20 minutes"));
  const all = await app.callProject<{ id: number; description: string }[]>(
    beacon,
    "GET",
    "/pipeline_schedules",
  );
  const id = all.find((one) => one.description === name)?.id;
  const { variables } = await app.callProject(beacon, "GET", `/pipeline_schedules/${id}`);
  expect(variables).toMatchObject([{ key: "TARGET", value: "live" }]);
});

it("a schedule runs now with a file, and its pipelines are listed", async () => {
  const { user } = app;
  const name = unique("By hand");
  const { id } = await addSchedule(name);
  await app.open(`${projectPath(beacon, "schedules")}?edit=${id}`);
  const dialog = within(await screen.findByRole("dialog", { name: `Edit ${name}` }));
  await clickEnabled(user, dialog.getByRole("button", { name: "Add variable" }));
  await fill(user, dialog.getByRole("textbox", { name: "Name of variable 1" }), "CONFIG");
  await user.click(dialog.getByRole("checkbox", { name: "Variable 1: File" }));
  await fill(user, dialog.getByRole("textbox", { name: "Value of variable 1" }), "a: 1");
  await expectAccessible();
  await clickEnabled(user, dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(`Saved ${name}`)).toBeVisible();
  const { variables } = await app.callProject(beacon, "GET", `/pipeline_schedules/${id}`);
  expect(variables).toMatchObject([{ key: "CONFIG", value: "a: 1", variable_type: "file" }]);

  await openMenu(name, /^Show pipelines/);
  expect(await screen.findByText("This schedule has not run.")).toBeVisible();
  expect(screen.getByRole("link", { name })).toBeVisible();
  await app.open(projectPath(beacon, "schedules"));
  await openMenu(name, /^Run now/);
  expect(await screen.findByText(`Started ${name}`)).toBeVisible();
  await waitFor(async () => expect(await rowOf(name)).toHaveTextContent(/#\d+/));
  await user.click(screen.getByRole("button", { name: "Show pipelines" }));
  const list = await screen.findByRole("list", { name: "Pipelines" });
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Show all pipelines" }));
  await waitFor(() => expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(1));
});

it("a schedule is switched off and deleted", async () => {
  const { user } = app;
  const name = unique("Weekly");
  await addSchedule(name);
  await app.open(projectPath(beacon, "schedules"));
  const activity = async () => within(await rowOf(name)).getByRole("switch", { name: `Active: ${name}` });
  await user.click(await activity());
  await waitFor(async () => expect(await activity()).not.toBeChecked());
  expect(await rowOf(name)).toHaveTextContent("Inactive");
  await user.click(screen.getByRole("radio", { name: "Inactive" }));
  expect(await rowOf(name)).toBeVisible();
  expect(app.address).toContain("show=inactive");
  await user.click(screen.getByRole("radio", { name: "All" }));

  await openMenu(name, /^Delete/);
  const question = within(await screen.findByRole("alertdialog", { name: `Delete ${name}?` }));
  await press(user, question.getByRole("button", { name: "Delete schedule" }), "{Enter}");
  expect(await screen.findByText(`Deleted ${name}`)).toBeVisible();
});

it("what somebody else owns is changed once a maintainer took it", async () => {
  const name = unique("Theirs");
  const { id } = await addSchedule(name);
  const me = { isOwner: false };
  const other = { id: 99_999, username: "other", name: "Somebody Else", state: "active", web_url: "" };
  interceptRequests(/^GET .*\/pipeline_schedules\?/, async (send) => {
    const response = await send();
    if (me.isOwner || !response.ok) return response;
    const list: unknown = await response.json();
    return withJson(
      response,
      Array.isArray(list) ? list.map((one) => (one.id === id ? { ...one, owner: other } : one)) : list,
    );
  });
  interceptRequests(/^GET .*\/operations\/user(\?|$)/, async (send) => {
    const response = await send();
    return response.ok ? withJson(response, { ...Object(await response.json()), is_admin: false }) : response;
  });
  interceptRequests(/^POST .*\/take_ownership$/, (send) => {
    me.isOwner = true;
    return send();
  });
  const { user } = app;
  await app.open(projectPath(beacon, "schedules"));
  await waitFor(async () => expect(await rowOf(name)).toHaveTextContent("Somebody Else"));
  expect(within(await rowOf(name)).getByRole("switch")).toBeDisabled();
  await openMenu(name, /^Take ownership/);
  const question = within(await screen.findByRole("alertdialog", { name: `Take ownership of ${name}?` }));
  await user.click(question.getByRole("button", { name: "Take ownership" }));
  expect(await screen.findByText(`You own ${name}`)).toBeVisible();
  await waitFor(async () => expect(within(await rowOf(name)).getByRole("switch")).toBeEnabled());
});

it("a project without schedules says so", async () => {
  await app.open(projectPath("atlas/tides", "schedules"));
  expect(await screen.findByRole("heading", { name: "No schedules yet" })).toBeVisible();
  expect(screen.getByRole("button", { name: "New schedule" })).toBeVisible();
  await expectAccessible();
});
