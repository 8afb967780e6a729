import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { z } from "zod";
import { account } from "../../../shared/host/accounts.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { closePaletteByEscape, searchPalette, tabTo } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const other = secondServiceForTests();

/** What the two accounts are called. */
const here = "@helve on this computer";
const elsewhere = () => `@helve on ${new URL(other.url).host}`;
const findHeading = async (name: string) =>
  (await screen.findAllByRole("heading", { level: 1, name }))[0] as HTMLElement;
const findRegion = async (name: string) => within(await screen.findByRole("region", { name }));

it("two accounts with the same project are distinguished wherever one is chosen or written to", async () => {
  const { user } = app;
  const id = await addAccount(app, other, "Elsewhere");
  const there = (path: string) => path.replace("/a/local/", `/a/${id}/`);
  const goHome = async () => {
    await user.click(
      within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Home" }),
    );
    return findRegion("Recently used");
  };
  const findCrumbs = async () => within(await screen.findByRole("navigation", { name: "Breadcrumbs" }));
  for (const at of [projectPath("fjord/lantern"), there(projectPath("fjord/lantern"))]) {
    await app.open(at);
    // The README has the same heading.
    expect(await findHeading("Lantern")).toBeVisible();
    const name = at.includes(id) ? elsewhere() : here;
    expect(await (await findCrumbs()).findByText(name)).toBeVisible();
    const recent = await goHome();
    expect(await recent.findByRole("link", { name: new RegExp(`Lantern.*${name}`) })).toBeVisible();
  }
  // The introduction is only shown without an account.
  expect(screen.queryByRole("region", { name: "Welcome" })).toBeNull();
  // A project that is left before its data has come was visited as well.
  const left = Promise.withResolvers<void>();
  interceptRequests(/\/operations\/projects\/fjord%2Fhandbook$/, async (send) => {
    await left.promise;
    return send();
  });
  await app.open(there(projectPath("fjord/handbook", "tags")));
  expect(await (await findCrumbs()).findByText(elsewhere())).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  const recent = await goHome();
  left.resolve();
  expect(await recent.findByRole("link", { name: /Handbook.*@helve on 127/ })).toBeVisible();
  expect(recent.getByRole("link", { name: /Lantern.*@helve on this/ })).toBeVisible();
  expect(recent.getByRole("link", { name: /Lantern.*@helve on 127/ })).toBeVisible();
  await expectAccessible();
  const found = await searchPalette(app, ":lantern");
  await waitFor(() => {
    const options = found.getAllByRole("option", { name: /fjord\/lantern/ });
    for (const name of [here, elsewhere()])
      expect(options.filter(({ textContent }) => textContent?.includes(name))).toHaveLength(1);
  });
  // What was copied is the page on the web, which the palette opens too.
  const link = await navigator.clipboard.readText();
  expect(link).toBe(`${other.url}/fjord/handbook/-/tags`);
  await searchPalette(app, link);
  expect(await found.findByRole("option", { name: /^Open this link in Helve.*@helve on 127/ })).toBeVisible();
  await closePaletteByEscape(app);
});

it("failed jobs of two accounts are listed by account, and retried at once", async () => {
  const { user } = app;
  const id = await addAccount(app, other, "Elsewhere");
  // Of many recent projects, some of which other tests have removed, only the latest are searched.
  await app.open(projectPath("fjord/beacon"));
  expect(await findHeading("Beacon")).toBeVisible();
  await app.open("/ci?of=everyone");
  const accounts = await findRegion("Accounts");
  await waitFor(() =>
    expect(accounts.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      here,
      elsewhere(),
    ]),
  );
  // They link to the job in that account.
  await waitFor(() =>
    expect(accounts.getAllByRole("list", { name: "Jobs of fjord/beacon" })).toHaveLength(2),
  );
  const failed = accounts.getAllByRole("list", { name: "Jobs of fjord/beacon" });
  // Jobs of both accounts are selected and retried at once, by keyboard.
  for (const list of failed) {
    const box = within(list).getAllByRole("checkbox").at(-1) as HTMLElement;
    box.focus();
    await user.keyboard(" ");
    await waitFor(() => expect(box).toBeChecked());
  }
  const bar = await screen.findByRole("region", { name: "Selected jobs" });
  expect(bar).toHaveTextContent(/2 selected.*@helve on this computer, @helve on 127/);
  await expectAccessible();
  const retry = within(bar).getByRole("button", { name: "Retry 2" });
  await tabTo(user, retry);
  await user.keyboard("{Enter}");
  const retried = within(await screen.findByRole("dialog", { name: "Retry 2 jobs" }));
  await waitFor(() => expect(retried.getByRole("status")).toHaveTextContent(/^Retried 2 of 2$/));
  const results = within(retried.getByRole("list", { name: "Results" })).getAllByRole("listitem");
  expect(results[0]).toHaveTextContent(/unit.*fjord\/beacon · @helve on this/);
  expect(results[1]).toHaveTextContent(/unit.*fjord\/beacon · @helve on 127/);
  expect(results).toHaveLength(2);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(bar).not.toBeInTheDocument());
  const [job] = within(failed[1] as HTMLElement).getAllByRole("link", { name: "unit" });
  await user.click(job as HTMLElement);
  await waitFor(() => expect(app.address).toMatch(new RegExp(`/a/${id}/p/fjord%2Fbeacon/jobs/\\d+$`)));
  // So do commands of the palette that write, and those that open a page of an account.
  await screen.findByRole("button", { name: "Retry" });
  for (const [command, name] of [
    [">retry job", /^Retry job/],
    [">my snippets", /^My snippets/],
  ] as const) {
    const palette = await searchPalette(app, command);
    expect(await palette.findByRole("option", { name })).toHaveTextContent(elsewhere());
    await closePaletteByEscape(app);
  }
});

it("forms, drafts and jobs on Home name the account", async () => {
  const { user } = app;
  const id = await addAccount(app, other, "Elsewhere");
  const there = (path: string) => path.replace("/a/local/", `/a/${id}/`);
  // Those in dialogs do so in the sweep over all dialogs.
  for (const [path, button] of [
    [projectPath("fjord/lantern", "merge_requests/1")],
    [projectPath("fjord/lantern", "issues/1")],
    ["/a/local/snippets/new"],
    ["/a/local/me/profile", "Edit profile"],
    ["/a/local/me/keys", "Add key"],
    ["/a/local/admin/users", "New user"],
    ["/a/local/reference/createBranch"],
    [hrefs.wiki("local", "fjord/lantern", { kind: "edit", slug: "home" })],
  ] as const) {
    await app.open(there(path));
    const main = within(screen.getByRole("main"));
    if (button) await user.click(await main.findByRole("button", { name: button }));
    const [name] = await main.findAllByText(elsewhere(), { selector: "strong" });
    expect(name?.parentElement, path).toHaveTextContent(/^to @helve on 127\S+$/);
    // The status beside it is a form of its own.
    if (button !== "Edit profile") continue;
    expect(screen.getByRole("form", { name: button })).toHaveTextContent(`to ${elsewhere()}`);
  }
  // Home does so for what was typed, and for jobs.
  await app.open(there("/a/local/snippets/new"));
  await user.click(await screen.findByRole("textbox", { name: "Title" }));
  await user.paste("Half a thought");
  expect(await screen.findByText(/^Draft saved/)).toBeVisible();
  for (const at of [projectPath("fjord/lantern"), there(projectPath("fjord/lantern"))]) await app.open(at);
  const accounts = z.array(account).parse(await (await app.host.request("/accounts")).json());
  interceptRequests(/\/operations\/projects\/fjord%2Flantern\/jobs\?/, (_send, { pathname }) => {
    // A job of the account's own user that has just failed.
    const owner = accounts.find((one) => pathname.includes(`/accounts/${one.id}/`))?.check?.user;
    const created_at = new Date().toISOString();
    const job = { id: 9_000, name: "unit", stage: "test", status: "failed", ref: "main", created_at };
    return Response.json([{ ...job, user: owner }]);
  });
  await app.open("/");
  const drafts = await findRegion("Unsent drafts");
  const draft = await drafts.findByRole("link", { name: /New snippet.*@helve on 127/ });
  expect(draft).toBeVisible();
  const jobs = await findRegion("Your failed jobs");
  for (const name of [here, elsewhere()])
    expect(await jobs.findByText(`fjord/lantern · ${name}`)).toBeVisible();
  await user.click(draft);
  await user.click(await screen.findByRole("button", { name: "Discard" }));
});

it("what failed while a service was away comes back with it", async () => {
  const { user } = app;
  const id = await addAccount(app, other, "Elsewhere");
  const at = (project: string, part: string) => projectPath(project, part).replace("/a/local/", `/a/${id}/`);
  const pause = async () => {
    await other.pause();
    await app.host.request("/cache", { method: "DELETE" });
  };
  /** Waits for the alert of a view that is offline, and until it is gone once the service is there again. */
  const recover = async () => {
    const name = "Retry";
    const [retry] = await screen.findAllByRole("button", { name }, { timeout: 30_000 });
    expect(retry?.closest("[role=alert]")).toHaveTextContent(/Offline|reach|connect/i);
    await other.mend();
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull(), { timeout: 60_000 });
  };
  await pause();
  // A failed search does not show "No matches".
  const palette = await searchPalette(app, ":tides");
  await waitFor(() =>
    expect(
      palette
        .getAllByRole("status")
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain("Can't reach"),
  );
  await closePaletteByEscape(app);
  // A view that was never visited shows that it is offline, offers Retry, and loads by itself.
  await app.open(at("fjord/lantern", "tags"));
  await recover();
  expect(await screen.findByRole("list", { name: "Tags" })).toBeVisible();
  // Views that read without a list recover, too.
  await pause();
  await app.open(`${at("fjord/handbook", "search")}?ref=main&q=lantern`);
  await recover();
  expect(await screen.findByText(/\d+ results? in \d+ files?/, {}, { timeout: 60_000 })).toBeVisible();
  // So do reads outside of queries, such as the names of all files.
  await app.open(`${at("fjord/handbook", "files")}?ref=main`);
  const filter = await screen.findByRole("searchbox", { name: "Filter files" });
  await pause();
  await user.type(filter, "reviews");
  await recover();
  expect(await screen.findByRole("option", { name: /reviews\.md/ })).toBeVisible();
  // So does a file, whose bytes no query of the page reads either.
  await user.clear(filter);
  const readme = await screen.findByRole("treeitem", { name: "README.md" });
  await pause();
  await user.click(readme);
  await recover();
});
