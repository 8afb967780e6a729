import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill, press, tabTo } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/beacon";

const environments = () => screen.getByRole("list", { name: "Environments" });
const deployments = () => screen.getByRole("list", { name: "Deployments" });
const items = (list: HTMLElement) => within(list).getAllByRole("listitem");
const compareName = /^Compare [0-9a-f]{8} with [0-9a-f]{8}$/;

/** Returns the row of an environment. */
const rowOf = async (name: string) => {
  const link = await within(await screen.findByRole("list", { name: "Environments" })).findByRole("link", {
    name,
  });
  return link.closest<HTMLElement>("[role=listitem]") ?? link;
};

it("environments show what runs in them, and two deployments are compared", async () => {
  const { user } = app;
  await app.open(projectPath(project));
  await user.keyboard("ge");
  const staging = within(await rowOf("staging"));
  expect(await staging.findByRole("link", { name: /^Passed deploy #\d+/ })).toBeVisible();
  expect(staging.getByRole("link", { name: /^[0-9a-f]{8}\b/ }).getAttribute("href")).toMatch(
    /\/commits?\/[0-9a-f]{40}/,
  );
  expect(staging.getAllByRole("time")[0]).toBeInTheDocument();
  expect(
    staging.getByRole("link", { name: /staging\.beacon\.example opens in the browser/ }),
  ).toHaveAttribute("href", "https://staging.beacon.example/");
  await expectAccessible();
  await user.click(screen.getByRole("radio", { name: "Stopped" }));
  await waitFor(() => expect(items(environments())).toHaveLength(1));
  await user.click(screen.getByRole("radio", { name: "All" }));
  const filter = screen.getByRole("searchbox", { name: "Filter environments" });
  await fill(user, filter, "nothing like it");
  expect(await screen.findByRole("heading", { name: "No matches" })).toBeVisible();
  await fill(user, filter, "stag");
  await waitFor(() => expect(items(environments())).toHaveLength(1));
  await press(user, environments(), "{Enter}");

  await screen.findByRole("list", { name: "Deployments" });
  const first = () => items(deployments())[0];
  await waitFor(() => expect(first()).toHaveTextContent("Current"));
  expect(screen.getByRole("tab", { name: "staging · beacon" })).toBeVisible();
  expect(document.title).toBe("staging · beacon · Helve");
  expect(screen.getByRole("heading", { level: 1, name: "staging" })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Breadcrumbs" })).toHaveTextContent("Environments");
  await expectAccessible();
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole("combobox", { name: field }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await choose("State", "Failed");
  expect(await screen.findByRole("heading", { name: "No matches" })).toBeVisible();
  await choose("State", "All states");
  await choose("Order", "Oldest first");
  await waitFor(() => expect(first()).not.toHaveTextContent("Current"));
  await press(user, deployments(), " ");
  expect(await screen.findByText("Select one more deployment to compare")).toBeVisible();
  await user.click(within(deployments()).getAllByRole("checkbox")[1] as HTMLElement);
  await waitFor(() =>
    expect(within(deployments()).getAllByRole("checkbox", { checked: true })).toHaveLength(2),
  );
  await user.click(screen.getByRole("link", { name: compareName }));
  expect(await screen.findByRole("heading", { name: "Compare" })).toBeVisible();
  expect((await screen.findAllByText(/^lamp\.txt/))[0]).toBeVisible();
});

it("an environment is created, edited, stopped and deleted by keyboard", async () => {
  const { user } = app;
  const name = `review/page-${Math.floor(Math.random() * 100_000)}`;
  /** Runs a command of the palette. */
  const run = async (command: string) => {
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard(`>${command}`);
    expect(await screen.findByRole("option", { name: new RegExp(`^${command}`) })).toBeVisible();
    await user.keyboard("{Enter}");
  };
  const openDialog = async (title: string) => within(await screen.findByRole("dialog", { name: title }));
  const nameField = (dialog: ReturnType<typeof within>) => dialog.getByRole("textbox", { name: "Name" });
  const urlField = (dialog: ReturnType<typeof within>) =>
    dialog.getByRole("textbox", { name: "External URL" });
  const openMenu = async () => {
    await press(
      user,
      within(await rowOf(name)).getByRole("button", { name: `Actions for ${name}` }),
      "{Enter}",
    );
    return screen.findByRole("menuitem", { name: /^Edit/ });
  };
  await app.open(projectPath(project, "environments"));
  await screen.findByRole("button", { name: "New environment" });
  await run("New environment…");
  let dialog = await openDialog("New environment");
  await waitFor(() => expect(nameField(dialog)).toHaveFocus());
  await user.keyboard("production{Tab}javascript:alert(1)");
  expect(dialog.getByRole("button", { name: "Create environment" })).toHaveAttribute("aria-disabled", "true");
  await user.keyboard("{Control>}a{/Control}https://e2e.beacon.example{Enter}");
  expect(await dialog.findByText("Has already been taken.")).toBeVisible();
  await expectAccessible();
  await app.reload();
  await screen.findByRole("button", { name: "New environment" });
  await run("New environment…");
  dialog = await openDialog("New environment");
  await waitFor(() => expect(nameField(dialog)).toHaveValue("production"));
  expect(urlField(dialog)).toHaveValue("https://e2e.beacon.example");
  await fill(user, nameField(dialog), name);
  await user.keyboard("{Enter}");
  await waitFor(async () => expect(await rowOf(name)).toHaveTextContent("Nothing deployed yet"));

  let edit = await openMenu();
  expect(screen.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
  await waitFor(() => expect(edit).toHaveFocus());
  await user.keyboard("{Enter}");
  dialog = await openDialog(`Edit ${name}`);
  await fill(user, urlField(dialog), "https://e2e.beacon.example/lamp");
  await user.keyboard("{Enter}");
  expect(
    await within(await rowOf(name)).findByRole("link", { name: /^e2e\.beacon\.example\/lamp/ }),
  ).toBeVisible();
  // A draft of it goes with it.
  edit = await openMenu();
  await press(user, edit, "{Enter}");
  dialog = await openDialog(`Edit ${name}`);
  await fill(user, nameField(dialog), `${name}-2`);
  await user.keyboard("{Escape}");
  const draft = { name: new RegExp(`Environment of ${project}`) };
  await app.open("/");
  expect(await screen.findByRole("link", draft)).toBeVisible();
  await app.open(projectPath(project, "environments"));

  await press(user, within(await rowOf(name)).getByRole("link", { name }), "{Enter}");
  expect(await screen.findByRole("heading", { name: "No deployments yet" })).toBeVisible();
  await run("Stop environment…");
  const question = within(await screen.findByRole("alertdialog", { name: `Stop ${name}?` }));
  await press(user, question.getByRole("button", { name: "Stop environment" }), "{Enter}");
  expect(await screen.findByText("Stopped")).toBeVisible();
  await run("Delete environment…");
  await press(user, await screen.findByRole("button", { name: "Delete environment" }), "{Enter}");
  await screen.findByRole("list", { name: "Environments" });
  await waitFor(() => expect(within(environments()).queryByText(name)).toBeNull());
  await app.open("/");
  await waitFor(() => expect(screen.queryByRole("link", draft)).toBeNull());
});

it("an Undo of a discarded form keeps what was typed since", async () => {
  const { user } = app;
  await app.open(projectPath(project, "environments"));
  const open = async () => {
    await user.click(await screen.findByRole("button", { name: "New environment" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New environment" }));
    return {
      name: dialog.getByRole("textbox", { name: "Name" }),
      url: dialog.getByRole("textbox", { name: "External URL" }),
      discard: () => user.click(dialog.getByRole("button", { name: "Discard" })),
    };
  };
  let form = await open();
  await fill(user, form.name, "discarded");
  await form.discard();
  form = await open();
  expect(form.name).toHaveValue("");
  await fill(user, form.url, "https://since.example");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  form = await open();
  await waitFor(() => expect(form.name).toHaveValue("discarded"));
  expect(form.url).toHaveValue("https://since.example");
  await form.discard();
});

it("an earlier deployment is rolled back to by its job", async () => {
  const { user } = app;
  await app.open(projectPath(project, "environments"));
  await user.click(
    await within(await screen.findByRole("list", { name: "Environments" })).findByRole("link", {
      name: "production",
    }),
  );
  const [back] = await screen.findAllByRole("button", { name: /^Roll back to/ });
  await user.click(back as HTMLElement);
  const question = await screen.findByRole("alertdialog", { name: "Roll production back?" });
  expect(question).toHaveTextContent("Runs the job deploy");
  await expectAccessible();
  await user.click(within(question).getByRole("button", { name: "Roll back" }));
  const started = await screen.findByText(/^deploy runs as job #\d+$/);
  const job = /#\d+$/.exec(started.textContent ?? "")?.[0] ?? "";
  // The new deployment appears, and becomes the current one once its job has passed.
  const first = () => items(deployments())[0] as HTMLElement;
  await waitFor(() => expect(first()).toHaveTextContent(`deploy ${job}`), { timeout: 40_000 });
  await waitFor(() => expect(first()).toHaveTextContent("Current"), { timeout: 40_000 });
  expect(within(deployments()).getAllByText("Current")).toHaveLength(1);
  await user.click(within(first()).getByRole("link", { name: /^Changes of deployment/ }));
  expect(await screen.findByRole("heading", { name: /^\d+ commits? removed$/ })).toBeVisible();
  expect((await screen.findAllByText(/^lamp\.txt/))[0]).toBeVisible();
});

it("two deployments are compared by keyboard", async () => {
  const { user } = app;
  await app.open(projectPath(project, "environments"));
  await press(user, within(await rowOf("staging")).getByRole("link", { name: "staging" }), "{Enter}");
  const list = await screen.findByRole("list", { name: "Deployments" });
  await waitFor(() => expect(items(list)[1]).toBeVisible());
  await tabTo(user, list);
  await user.keyboard(" {ArrowDown} ");
  await tabTo(user, await screen.findByRole("link", { name: compareName }), true);
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "Compare" })).toBeVisible();
});

it("an earlier deployment is rolled back to by keyboard", async () => {
  const { user } = app;
  await app.open(projectPath(project, "environments/1"));
  const [back] = await screen.findAllByRole("button", { name: /^Roll back to/ });
  await tabTo(user, back as HTMLElement);
  await user.keyboard("{Enter}");
  const question = within(await screen.findByRole("alertdialog", { name: /^Roll .+ back\?$/ }));
  await tabTo(user, question.getByRole("button", { name: "Roll back" }));
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/^deploy runs as job #\d+$/)).toBeVisible();
});
