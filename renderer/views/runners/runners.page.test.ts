import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { clickEnabled, fill, press, shiftClick } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const fleet = "/a/local/runners";
const ofLantern = projectPath("fjord/lantern", "runners");

// By label and role: a search by role alone looks at each of the table's cells.
const table = () => screen.getByLabelText("Runners", { selector: "[role=grid]" });
const findTable = () => screen.findByLabelText("Runners", { selector: "[role=grid]" });
const rows = () => [...table().querySelectorAll<HTMLElement>("[role=row]:has([role=gridcell])")];
const row = (index: number) => within(rows()[index] as HTMLElement);
const filterField = () => screen.getByLabelText("Filter runners", { selector: "[role=combobox]" });
const fleetLine = () => screen.getByLabelText("Fleet", { selector: "section" });
const findBar = async () =>
  within(await screen.findByLabelText("Selected runners", { selector: "[role=toolbar]" }));
const findDialog = async (name: string) =>
  within(await screen.findByLabelText(name, { selector: "[role=dialog]" }));
/** Long enough after the requests for all rows. */
const slow = { timeout: 60_000 };
/** Waits for the result of a bulk action, whose dialog replaces that of its choices. */
const untilStatus = (title: string, text: string) =>
  waitFor(() => {
    const dialog = within(screen.getByLabelText(title, { selector: "[role=dialog]" }));
    expect(dialog.getByRole("status")).toHaveTextContent(text);
    return dialog;
  }, slow);
const untilClosed = (name: string) =>
  waitFor(() => expect(screen.queryByLabelText(name, { selector: "[role=dialog]" })).toBeNull());

/** Opens the fleet with a filter and waits for its rows. */
async function openFleet(query = "", path = fleet): Promise<void> {
  await app.open(`${path}${query ? `?q=${encodeURIComponent(query)}` : ""}`);
  await findTable();
  await waitFor(() => expect(rows()[0]).toBeVisible());
}

async function close(dialog: ReturnType<typeof within>): Promise<void> {
  await app.user.click((await dialog.findAllByRole("button", { name: "Close" })).at(-1) as HTMLElement);
}

/** Makes a runner of the project and closes the dialog; returns the token. */
async function register(
  description: string,
  means: "Registration token" | "Create as yourself",
): Promise<string> {
  const { user } = app;
  await user.click(screen.getByRole("button", { name: "Register runner" }));
  const dialog = await findDialog("Register runner");
  await user.click(dialog.getByRole("radio", { name: new RegExp(means) }));
  if (means === "Registration token") {
    await user.click(await dialog.findByRole("button", { name: "Use this project's token" }));
  } else {
    expect(await dialog.findByRole("combobox", { name: "Runs jobs of" })).toHaveTextContent(/fjord\/lantern/);
    await expectAccessible();
  }
  await fill(user, dialog.getByRole("textbox", { name: "Description" }), description);
  await fill(user, dialog.getByRole("textbox", { name: "Tags" }), "doomed");
  await user.click(dialog.getByRole("button", { name: "Register runner" }));
  const made = await findDialog("Runner registered");
  const tokenField = () => made.getByRole<HTMLInputElement>("textbox", { name: "Runner token" });
  expect(tokenField().value).toMatch(/^•+$/);
  expect(made.queryByText(/glrt-/)).toBeNull();
  await user.click(made.getByRole("button", { name: "Show token" }));
  await waitFor(() => expect(tokenField().value).toMatch(/^glrt-/));
  const token = tokenField().value;
  expect(made.getByText((text) => text.includes(`token = "${token}"`))).toBeVisible();
  expect(made.getByText((text) => text.includes(`register --non-interactive`))).toHaveTextContent(
    `--token ${token}`,
  );
  expect(made.getByRole("button", { name: "Copy command" })).toBeVisible();
  await user.click(made.getByRole("button", { name: "Done" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Close" }));
  await untilClosed("Runner registered");
  return token;
}

it("the fleet is filtered by text, with completions, and the address keeps it", async () => {
  const { user } = app;
  await openFleet();
  expect(screen.getByRole("heading", { level: 1, name: "Runners" })).toBeVisible();
  expect(within(table()).getByRole("columnheader", { name: "Failures" })).toBeVisible();
  // Details and jobs of the rows in view arrive by themselves.
  await waitFor(() => expect(row(0).getAllByText(/linux|windows|darwin/)[0]).toBeVisible());
  await waitFor(() => expect(fleetLine()).toHaveTextContent("41 runners"));
  await expectAccessible();

  await fill(user, filterField(), "sttaus:online");
  await waitFor(() => expect(document.body).toHaveTextContent("Did you mean status:?"));
  await fill(user, filterField(), "stat");
  expect(await screen.findByRole("option", { name: /^status:/ })).toBeVisible();
  await user.keyboard("{ArrowDown}{Enter}st");
  expect(filterField()).toHaveValue("status:st");
  expect(await screen.findByRole("option", { name: /^stale/ })).toBeVisible();
  await user.keyboard("{ArrowDown}{Tab}{Enter}");
  await waitFor(() => expect(app.address).toMatch(/q=status(%3A|:)stale/));
  await waitFor(() => expect(rows()[0]).toHaveTextContent("Stale"));
  await waitFor(() => expect(within(table()).queryByText("Online")).toBeNull());
  expect(screen.getByRole("button", { name: /^Stale/ })).toHaveAttribute("aria-pressed", "true");

  await fill(user, filterField(), "type:group version:18");
  await waitFor(() => expect(app.address).toMatch(/version/));
  await waitFor(() => expect(rows()[0]).toHaveTextContent("Group"));
  await waitFor(() => expect(fleetLine()).toHaveTextContent(/ of \d.* match/));
  await app.reload();
  expect(filterField()).toHaveValue("type:group version:18");
  await waitFor(() => expect(rows()[0]).toHaveTextContent("Group"));
  await fill(user, filterField(), "nothing has this name");
  expect(await screen.findByRole("heading", { name: "No runner matches" })).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  await user.click(await within(await findTable()).findByRole("button", { name: "Version" }));
  await waitFor(() =>
    expect(within(table()).getByRole("columnheader", { name: "Version" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    ),
  );
  await waitFor(() => expect(app.address).toMatch(/sort=version-asc/));
});

it("a runner is edited in the panel, and its jobs lead to their logs", async () => {
  const { user } = app;
  await openFleet("type:instance");
  await user.click(row(0).getByText(/^#1\b/));
  const panel = async () => within(await screen.findByLabelText(/^Runner .+/, { selector: "section" }));
  expect(await (await panel()).findByText("Last contact")).toBeVisible();
  await expectAccessible();
  const edit = async () => {
    await user.click(await (await panel()).findByRole("button", { name: "Edit" }));
    const form = within(await (await panel()).findByRole("form", { name: "Edit runner" }));
    return {
      form,
      description: form.getByRole("textbox", { name: "Description" }),
      timeout: form.getByRole("textbox", { name: "Maximum timeout" }),
      save: form.getByRole("button", { name: "Save changes" }),
    };
  };
  let edited = await edit();
  await fill(user, edited.description, "renamed runner");
  await fill(user, edited.timeout, "5");
  expect(await edited.form.findByText(/At least 10 minutes/)).toBeVisible();
  expect(edited.save).toBeDisabled();
  await fill(user, edited.timeout, "90");
  await fill(user, edited.form.getByRole("textbox", { name: "Tags" }), "one, two");
  // What was typed is still there after a reload.
  await app.reload();
  edited = await edit();
  await user.click(edited.form.getByRole("button", { name: "Discard" }));
  await screen.findByText(/^Discarded changes to /);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  edited = await edit();
  await waitFor(() => expect(edited.description).toHaveValue("renamed runner"));
  await user.click(edited.save);
  expect(await (await panel()).findByRole("heading", { name: "renamed runner" })).toBeVisible();
  expect(await (await panel()).findByText("90 min")).toBeVisible();
  expect(await within(table()).findByText("renamed runner")).toBeVisible();
  edited = await edit();
  await fill(user, edited.timeout, "");
  await user.click(edited.save);
  expect(await (await panel()).findByText("No limit")).toBeVisible();

  await user.click((await panel()).getByRole("radio", { name: "Jobs" }));
  const jobs = within(await (await panel()).findByRole("list", { name: "Jobs of the runner" }));
  expect((await jobs.findAllByRole("listitem"))[0]).toBeVisible();
  expect((await panel()).getByRole("radio", { name: "Passed" })).toBeVisible();
  await user.click((await panel()).getByRole("radio", { name: "Failed" }));
  const failed = async () => within(await (await panel()).findByRole("list", { name: "Jobs of the runner" }));
  await waitFor(async () => expect((await failed()).queryByRole("img", { name: "Passed" })).toBeNull());
  expect((await (await failed()).findAllByRole("img", { name: /^Failed/ }))[0]).toBeVisible();
  await user.click((await failed()).getAllByRole("link")[0] as HTMLElement);
  await waitFor(() => expect(app.address).toMatch(/\/p\/[^/]+\/jobs\/\d+/));
});

it("many are paused after a dry run, with the keyboard, and that is undone", async () => {
  const { user } = app;
  await openFleet("type:group");
  const count = rows().length;
  await press(user, table(), "{Control>}A{/Control}");
  const bar = await findBar();
  expect(await bar.findByText("12 selected")).toBeVisible();
  expect(count).toBeLessThanOrEqual(12);
  await user.keyboard("{Escape}");
  await waitFor(() =>
    expect(screen.queryByLabelText("Selected runners", { selector: "[role=toolbar]" })).toBeNull(),
  );
  await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}");
  const again = await findBar();
  expect(await again.findByText("4 selected")).toBeVisible();
  await user.click(again.getByRole("button", { name: "Select all 12 that match" }));
  expect(await again.findByText("12 selected")).toBeVisible();
  const paused = () =>
    within(screen.getByLabelText("Runners", { selector: "search" })).getByRole("button", { name: /^Paused/ });
  await waitFor(() => expect(paused()).toHaveTextContent(/\d/));
  const before = paused().textContent;
  await press(user, again.getByRole("button", { name: "Pause…" }), "{Enter}");
  const dialog = await findDialog("Pause runners");
  await waitFor(() =>
    expect(dialog.getByRole("list", { name: "Dry run" })).toHaveTextContent("Active → paused"),
  );
  expect(await dialog.findByText(/\d+ will change/)).toBeVisible();
  await expectAccessible();
  const act = dialog.getByRole("button", { name: /^Pause \d+ runners?$/ });
  const changed = Number(/\d+/.exec(act.textContent ?? "")?.[0]);
  await waitFor(() => expect(act).toBeEnabled());
  await press(user, act, "{Enter}");
  const result = await untilStatus("Pause runners", `Paused ${changed} of ${changed}`);
  expect(result.getByRole("progressbar", { name: "Pause runners" })).toHaveAttribute("aria-valuenow", "100");
  expect(result.getAllByRole("img", { name: "Done" })[0]).toBeVisible();
  expect(await result.findByRole("button", { name: `Undo ${changed} runners` })).toBeVisible();
  await press(
    user,
    (await result.findAllByRole("button", { name: "Close" })).at(-1) as HTMLElement,
    "{Enter}",
  );
  await waitFor(() =>
    expect(screen.queryByLabelText("Selected runners", { selector: "[role=toolbar]" })).toBeNull(),
  );
  // Another view undoes it as well.
  await user.click(screen.getByRole("link", { name: "Home" }));
  await waitFor(() => expect(screen.queryByLabelText("Runners", { selector: "[role=grid]" })).toBeNull());
  const notices = within(screen.getByRole("region", { name: /^Notifications/ }));
  await press(user, notices.getByRole("button", { name: "Undo" }), "{Enter}");
  const undone = await untilStatus("Undo", `Restored ${changed} of ${changed}`);
  await press(
    user,
    (await undone.findAllByRole("button", { name: "Close" })).at(-1) as HTMLElement,
    "{Enter}",
  );
  await untilClosed("Undo");
  history.back();
  await waitFor(() => expect(paused().textContent).toBe(before));
});

it("tags are added to many runners, and failures show their reason", async () => {
  const { user } = app;
  await openFleet("type:project");
  await user.click(row(0).getByRole("checkbox"));
  await shiftClick(user, row(2).getByRole("checkbox"));
  const bar = await findBar();
  expect(await bar.findByText("3 selected")).toBeVisible();
  await user.click(bar.getByRole("button", { name: "Tags…" }));
  const dialog = await findDialog("Change tags");
  await fill(user, dialog.getByRole("textbox", { name: "Tags" }), "added-here");
  expect(await dialog.findByText("3 will change")).toBeVisible();
  await clickEnabled(user, dialog.getByRole("button", { name: "Change tags of 3 runners" }));
  await close(await untilStatus("Change tags", "Changed tags of 3 of 3"));
  await fill(user, filterField(), "tag:added-here");
  await waitFor(() => expect(fleetLine()).toHaveTextContent("3 runners"));
  await waitFor(() => expect(rows()[0]).toHaveTextContent("added-here"));

  await openFleet("type:instance");
  await user.click(row(0).getByRole("checkbox"));
  await user.click((await findBar()).getByRole("button", { name: "Enable for project…" }));
  const enable = await findDialog("Enable runners for a project");
  await user.click(enable.getByRole("button", { name: "Choose a project…" }));
  await user.click(
    (await screen.findAllByRole("option", { name: /fjord\/lantern/ }, slow))[0] as HTMLElement,
  );
  expect(await enable.findByText("Instance runners serve every project already.")).toBeVisible();
  expect(enable.getByRole("button", { name: "Enable 0 runners" })).toBeDisabled();
});

it("runners are registered with a token shown once, verified, and deleted in bulk", async () => {
  const { user } = app;
  await openFleet("", ofLantern);
  const token = await register("doomed-1", "Registration token");
  expect(token).toMatch(/^glrt-/);
  await register("doomed-2", "Create as yourself");
  expect(document.documentElement.outerHTML).not.toContain(token);

  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Verify a token…" }));
  const verify = await findDialog("Verify a runner's token");
  await fill(user, verify.getByLabelText("Runner token"), "glrt-not-a-token");
  await user.click(verify.getByRole("button", { name: "Verify" }));
  expect(await verify.findByText(/The token is not valid/)).toBeVisible();
  await fill(user, verify.getByLabelText("Runner token"), token);
  await user.click(verify.getByRole("button", { name: "Verify" }));
  expect(await verify.findByText(/The token is valid\./)).toBeVisible();
  await close(verify);

  await fill(user, filterField(), "tag:doomed");
  await waitFor(() => expect(fleetLine()).toHaveTextContent("2 runners"));
  const selectAll = async () => {
    const all = within(table()).getByRole("checkbox", { name: "Select all loaded rows" });
    if (!(all instanceof HTMLInputElement && all.checked)) await user.click(all);
    return findBar();
  };
  const enableForBeacon = async (bar: ReturnType<typeof within>) => {
    await user.click(bar.getByRole("button", { name: "Enable for project…" }));
    const enable = await findDialog("Enable runners for a project");
    await user.click(enable.getByRole("button", { name: /fjord\/lantern/ }));
    await user.click(
      (await screen.findAllByRole("option", { name: /fjord\/beacon/ }, slow))[0] as HTMLElement,
    );
    const enableTwo = await enable.findByRole("button", { name: "Enable 2 runners" });
    await waitFor(() => expect(enableTwo).toBeEnabled());
    return enableTwo;
  };
  // Enabled for another project, and undone, which disables them there.
  await user.click(await enableForBeacon(await selectAll()));
  const enabled = await untilStatus("Enable runners for a project", "Enabled 2 of 2");
  await user.click(await enabled.findByRole("button", { name: "Undo 2 runners" }));
  await close(await untilStatus("Undo", "Restored 2 of 2"));
  const bar = await selectAll();
  await enableForBeacon(bar);
  await user.keyboard("{Escape}");
  await untilClosed("Enable runners for a project");
  const left = { jobs: 1, deletions: 1 };
  interceptRequests(/\/runners\/\d+\/jobs/, (send) =>
    left.jobs-- > 0 ? Response.json([{ id: 1, name: "deploy", status: "running" }]) : send(),
  );
  await user.click((await findBar()).getByRole("button", { name: "Delete…" }));
  const dialog = await findDialog("Delete runners");
  const dryRun = within(await dialog.findByRole("list", { name: "Dry run" }));
  expect(await dryRun.findByText(/With 1 running job/)).toBeVisible();
  expect(await dialog.findByText("2 will be deleted")).toBeVisible();
  // One fails at first: its result shows that, and it is retried.
  interceptRequests(/^DELETE .*\/runners\/\d+$/, (send) =>
    left.deletions-- > 0 ? Promise.reject(new TypeError("Failed to fetch")) : send(),
  );
  await clickEnabled(user, dialog.getByRole("button", { name: "Delete 2 runners…" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete 2 runners?" }));
  const sure = question.getByRole("button", { name: "Delete 2 runners" });
  expect(sure).toBeDisabled();
  await fill(user, question.getByRole("textbox"), "2");
  await user.click(sure);
  const deleted = await untilStatus("Delete runners", "Deleted 1 of 2");
  expect(await deleted.findByRole("img", { name: "Failed" })).toBeVisible();
  expect(deleted.queryByRole("button", { name: /^Undo/ })).toBeNull();
  await user.click(await deleted.findByRole("button", { name: "Retry 1 runner" }));
  await close(await untilStatus("Delete runners", "Deleted 2 of 2"));
  expect(await screen.findByRole("heading", { name: "No runner matches" })).toBeVisible();
});

it("charts name their data", async () => {
  const { user } = app;
  await openFleet("type:instance");
  await user.click(screen.getByRole("button", { name: "Charts" }));
  const charts = within(await screen.findByRole("region", { name: "Charts" }));
  const slider = (name: string) => charts.findByRole("slider", { name });
  expect(await slider("Running jobs over time")).toBeVisible();
  expect(
    await charts.findByText(/Counts the last 100 jobs of each runner, for \d+ of \d+ shown runners/),
  ).toBeVisible();
  await press(user, await slider("Running jobs over time"), "{ArrowRight}");
  expect(await charts.findByText(/^\d+ at /)).toBeVisible();
  expect(charts.getByText(/^[\d,]+ of [\d,]+ failed$/)).toBeVisible();
  await press(user, await slider("Finished and failed jobs over time"), "{ArrowRight}");
  expect(await charts.findByText(/^\d+ of \d+ failed, /)).toBeVisible();
  await expectAccessible();
  const perRunner = within(charts.getByRole("region", { name: "Jobs per runner" }));
  await user.click(perRunner.getAllByRole("button")[0] as HTMLElement);
  expect(await screen.findByLabelText(/^Runner .+/, { selector: "section" })).toBeVisible();
});
