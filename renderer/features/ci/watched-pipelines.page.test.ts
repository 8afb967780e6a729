import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, onTestFinished, vi } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { tabTo } from "../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";
import { beacon, runJob, startPipeline } from "../../testing/page/sample-jobs.ts";

const app = appForTests();
const slow = { timeout: 30_000 };

const statusLine = () => within(screen.getByRole("contentinfo"));
const findList = async () =>
  within(await screen.findByRole("dialog", { name: "Watched jobs and pipelines" }));
const untilWatched = async (name: string) =>
  expect(await screen.findByRole("button", { name: `Stop watching ${name}` })).toBeVisible();

/** Waits for the notice of a text. Returns what is in it. */
const findNotice = async (text: string) => {
  const notices = within(await screen.findByRole("region", { name: /^Notifications/ }));
  const found = await notices.findByText(new RegExp(`^${text}`), {}, slow);
  return within(found.closest<HTMLElement>("li") ?? found);
};

it("what is watched is listed, and its end is shown in the window that is in front", async () => {
  const { user } = app;
  // Home lists the failed jobs of visited projects.
  await app.open(projectPath(beacon));
  expect((await screen.findAllByRole("heading", { level: 1, name: "Beacon" }))[0]).toBeVisible();
  const { id, name } = await startPipeline(app);
  await app.open(projectPath(beacon, `pipelines/${id}`));
  await user.click(await screen.findByRole("button", { name: `Watch ${name}` }));
  const stop = await screen.findByRole("button", { name: `Stop watching ${name}` });
  expect(stop).toHaveAttribute("aria-pressed", "true");
  await user.click(await statusLine().findByRole("button", { name: "Watching 1" }));
  let list = await findList();
  expect(await list.findByRole("link", { name: new RegExp(name) })).toBeVisible();
  await findNotice(`Watching ${name}`);
  await expectAccessible();
  // Escape belongs to the panel, though the toast came after it.
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("gh");
  expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const watched = within(await screen.findByRole("region", { name: "Watched" }));
  expect(await watched.findByRole("link", { name: new RegExp(name) })).toBeVisible();
  const failed = () => {
    const region = screen.queryByRole("region", { name: "Your failed jobs" });
    return region ? within(region).queryAllByRole("link", { name: /\bfails\b/ }) : [];
  };
  const before = failed().length;
  await runJob(app, id);
  const notice = await findNotice(`${name} failed`);
  await user.click(screen.getByRole("button", { name: "Refresh Local" }));
  await waitFor(() => expect(failed()).toHaveLength(before + 1));
  await user.click(notice.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(app.address).toMatch(new RegExp(`/pipelines/${id}$`)));
  // What has ended is not watched again.
  await waitFor(() => expect(screen.queryByRole("button", { name: /atch(ing)? Pipeline/ })).toBeNull());
  await user.click(statusLine().getByRole("button", { name: /^Watched/ }));
  list = await findList();
  await user.click(list.getByRole("button", { name: "Remove ended" }));
  expect(await list.findByText(/^No watched jobs or pipelines/)).toBeVisible();
});

it("the browser's notification of an end opens what ended", async () => {
  const { user } = app;
  const shown: Recorded[] = [];
  class Recorded extends EventTarget {
    static permission = "default";
    static async requestPermission() {
      Recorded.permission = "granted";
      return Recorded.permission;
    }
    constructor(title: string, options: NotificationOptions) {
      super();
      shown.push(Object.assign(this, { title, options }));
    }
    close() {}
  }
  // The page of tests has none of its own.
  Reflect.set(globalThis, "Notification", Recorded);
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "Notification"));
  const focus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  onTestFinished(() => focus.mockRestore());
  await app.open("/");
  const { id, name } = await startPipeline(app);
  await app.open(projectPath(beacon, `pipelines/${id}`));
  await user.click(await screen.findByRole("button", { name: `Watch ${name}` }));
  await untilWatched(name);
  await user.keyboard("gh");
  expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  Recorded.permission = "granted";
  await runJob(app, id);
  await waitFor(() => expect(shown).toHaveLength(1), slow);
  expect(shown).toMatchObject([{ title: `${name} failed`, options: { silent: false } }]);
  expect(app.address).not.toMatch(/\/pipelines\//);
  shown[0]?.dispatchEvent(new Event("click"));
  await waitFor(() => expect(app.address).toMatch(new RegExp(`/pipelines/${id}$`)));
});

it("a pipeline is watched, listed and no longer watched by keyboard", async () => {
  const { user } = app;
  const { id, name } = await startPipeline(app);
  await app.open(projectPath(beacon, `pipelines/${id}`));
  await tabTo(user, await screen.findByRole("button", { name: `Watch ${name}` }));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: `Stop watching ${name}` })).toHaveFocus());
  await tabTo(user, await statusLine().findByRole("button", { name: /^Watching \d+$/ }));
  await user.keyboard("{Enter}");
  const list = await findList();
  const link = await list.findByRole("link", { name: new RegExp(`${name}\\b`) });
  await tabTo(user, list.getAllByRole("button", { name: new RegExp(`${name}\\b`) })[0] as HTMLElement);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(link).not.toBeInTheDocument());
});
