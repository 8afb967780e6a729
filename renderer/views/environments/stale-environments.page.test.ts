import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { clickEnabled, fill, press } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { beacon } from "../../testing/page/sample-jobs.ts";

const app = appForTests();
const dayMs = 86_400_000;

/** Makes environments with a number behind their name. Each was deployed some days ago from a branch. */
async function addEnvironments(
  name: string,
  uses: readonly { readonly days: number; readonly ref: string }[],
): Promise<void> {
  const made = new Map<number, (typeof uses)[number]>();
  for (const [index, use] of uses.entries()) {
    const { id } = await app.callProject(beacon, "POST", "/environments", { name: `${name}${index}` });
    made.set(Number(id), use);
  }
  interceptRequests(/^GET .*\/environments\/\d+$/, async (send, { pathname }) => {
    const response = await send();
    const use = made.get(Number(pathname.split("/").at(-1)));
    if (!use || !response.ok) return response;
    const created_at = new Date(Date.now() - use.days * dayMs).toISOString();
    const last_deployment = { id: 1, iid: 1, sha: "a".repeat(40), ref: use.ref, created_at };
    return withJson(response, { ...Object(await response.json()), last_deployment });
  });
}

/** Returns the names of the rows. */
const names = () =>
  within(screen.getByRole("list", { name: "Environments" }))
    .getAllByRole("listitem")
    .map((row) => within(row).getAllByRole("link")[0]?.textContent);

const findBar = async () => within(await screen.findByRole("region", { name: "Selected environments" }));
const findDialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("stale environments are stopped and then deleted, each after a dry run", async () => {
  const { user } = app;
  const prefix = `cleanup-${Math.floor(Math.random() * 100_000)}-`;
  await addEnvironments(prefix, [
    { days: 40, ref: "main" },
    { days: 100, ref: "gone" },
    { days: 2, ref: "main" },
  ]);
  await app.open(projectPath(beacon, "environments"));
  await user.click(await screen.findByRole("radio", { name: "Stale" }));
  await fill(user, screen.getByRole("searchbox", { name: "Filter environments" }), prefix);
  await waitFor(() => expect(names()).toEqual([`${prefix}0`, `${prefix}1`]));
  const row = within(screen.getByRole("list", { name: "Environments" })).getAllByRole("listitem")[1];
  expect(row).toHaveTextContent("Branch deleted");
  await expectAccessible();

  // One that was deployed to lately is not among them, one whose branch is gone is.
  const choose = async (option: string) => {
    await user.click(screen.getByRole("combobox", { name: "Stale" }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await choose("Branch merged or deleted");
  await waitFor(() => expect(names()).toEqual([`${prefix}1`]));
  expect(app.address).toContain("stale=branch");
  await choose("No deployment for 30 days");
  await waitFor(() => expect(names()).toHaveLength(2));

  const list = screen.getByRole("list", { name: "Environments" });
  await press(user, list, "{Control>}a{/Control}");
  await user.click((await findBar()).getByRole("button", { name: "Stop 2…" }));
  let dialog = await findDialog("Stop environments");
  const dryRun = within(await dialog.findByRole("list", { name: "Dry run" }));
  expect(await dryRun.findByText(/^Last deployed 3 months ago from gone · Branch deleted$/)).toBeVisible();
  expect(dialog.getByText("2 will be stopped")).toBeVisible();
  await expectAccessible();
  const left = { stops: 1 };
  interceptRequests(/^POST .*\/environments\/\d+\/stop$/, (send) =>
    left.stops-- > 0 ? Promise.reject(new TypeError("Failed to fetch")) : send(),
  );
  await clickEnabled(user, dialog.getByRole("button", { name: "Stop 2 environments" }));
  dialog = await findDialog("Stop environments");
  expect(await dialog.findByText("Stopped 1 of 2")).toBeVisible();
  expect(dialog.getByRole("img", { name: "Failed" })).toBeVisible();
  await user.click(await dialog.findByRole("button", { name: "Retry 1 environment" }));
  expect(await dialog.findByText("Stopped 2 of 2")).toBeVisible();
  await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(screen.getAllByText("Stopped", { selector: "[role=listitem] *" })).toHaveLength(2),
  );

  await press(user, screen.getByRole("list", { name: "Environments" }), "{Control>}a{/Control}");
  await user.click((await findBar()).getByRole("button", { name: "Delete 2…" }));
  dialog = await findDialog("Delete environments");
  await clickEnabled(user, await dialog.findByRole("button", { name: "Delete 2 environments…" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Delete 2 environments?" }));
  await fill(user, question.getByRole("textbox"), "2");
  await user.click(question.getByRole("button", { name: "Delete 2 environments" }));
  dialog = await findDialog("Delete environments");
  expect(await dialog.findByText("Deleted 2 of 2")).toBeVisible();
  await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(await screen.findByRole("heading", { name: "No matches" })).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "All" }));
  await waitFor(() => expect(names()).toEqual([`${prefix}2`]));
});

it("a dry run shows which environments cannot be deleted", async () => {
  const { user } = app;
  const prefix = `again-${Math.floor(Math.random() * 100_000)}-`;
  await addEnvironments(prefix, [{ days: 1, ref: "main" }]);
  await app.open(projectPath(beacon, `environments?search=${prefix}`));
  await user.click(await screen.findByRole("checkbox", { name: `Select ${prefix}0` }));
  const bar = await findBar();
  expect(bar.queryByRole("button", { name: /^Delete/ })).toBeNull();
  await user.click(bar.getByRole("button", { name: "Stop 1…" }));
  // Somebody else stops it before the dialog has read it.
  const environments = await app.callProject<{ id: number; name: string }[]>(
    beacon,
    "GET",
    `/environments?search=${prefix}`,
  );
  await app.callProject(beacon, "POST", `/environments/${environments[0]?.id}/stop`);
  const open = async () => {
    await user.click((await findBar()).getByRole("button", { name: "Stop 1…" }));
    return findDialog("Stop environments");
  };
  await user.click((await findDialog("Stop environments")).getByRole("button", { name: "Cancel" }));
  const dialog = await open();
  expect(await dialog.findByText("Stopped already")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Stop 0 environments" })).toBeDisabled();
});
