import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, withJson } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { tabTo } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { beacon, runJobOfPipeline, startFailingPipeline } from "../../testing/page/sample-jobs.ts";

describe("pipeline state", () => {
  const app = appForTests();
  const failedName = /^Pipeline #\d+ failed$/;

  /** Returns the tab of the shown view. */
  const shownTab = () => within(screen.getByRole("tab", { selected: true }));

  it("commits and branches show their pipeline, read as one list", async () => {
    const lists = recordRequests(/^GET \S*operations\S*\/pipelines(\?|$)/);
    await app.open(projectPath(beacon, "commits"));
    const commits = within(await screen.findByRole("list", { name: "Commits" }));
    expect((await commits.findAllByRole("link", { name: /^Pipeline #\d+: Passed$/ }))[0]).toBeVisible();
    expect(commits.getAllByRole("link", { name: /^Pipeline #\d+: Failed$/ })[0]).toBeInTheDocument();
    // The list of the page, and that of one's own in the status line.
    expect(lists.length).toBeLessThanOrEqual(3);
    await expectAccessible();
    await app.open(projectPath(beacon, "branches"));
    const branches = within(await screen.findByRole("list", { name: "Branches" }));
    expect((await branches.findAllByRole("link", { name: /^Pipeline #\d+:/ }))[0]).toBeVisible();
    await expectAccessible();
  });

  it("a commit shows its pipeline, also in its tab and the window's title", async () => {
    const { user } = app;
    await app.open(projectPath(beacon, "commits"));
    const commits = within(await screen.findByRole("list", { name: "Commits" }));
    const [failed] = await commits.findAllByRole("link", { name: /: Failed$/ });
    const row = failed?.closest<HTMLElement>("[role=listitem]");
    await user.click(within(row as HTMLElement).getAllByRole("link")[0] as HTMLElement);
    expect(await screen.findByRole("link", { name: failedName })).toBeVisible();
    expect(await shownTab().findByRole("img", { name: "Failed" })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^✗ /));
    await expectAccessible();
    await user.click(screen.getByRole("link", { name: failedName }));
    await waitFor(() => expect(app.address).toMatch(/\/pipelines\/\d+$/));
  });

  it("a merge request shows its pipeline, and whether it has to succeed", async () => {
    const { user } = app;
    // The status line prefers one that runs or waits, such as the sample's newest and those of other tests.
    for (const status of ["running", "pending"]) {
      const active = await app.callProject<{ id: number }[]>(beacon, "GET", `/pipelines?status=${status}`);
      for (const { id } of active) await app.callProject(beacon, "POST", `/pipelines/${id}/cancel`);
    }
    const branch = `state-${Date.now()}`;
    await app.callProject(beacon, "POST", "/repository/commits", {
      branch,
      start_branch: "main",
      commit_message: "Check the merge request",
      actions: [
        {
          action: "update",
          file_path: ".gitlab-ci.yml",
          content: "check: { script: [exit 1], rules: [{ if: $CI_MERGE_REQUEST_IID }] }\n",
        },
      ],
    });
    const { iid } = await app.callProject(beacon, "POST", "/merge_requests", {
      source_branch: branch,
      target_branch: "main",
      title: "Check the merge request",
    });
    // Its pipeline begins after the response; the status line looks for one when the page opens, then each half minute.
    await vi.waitFor(
      async () =>
        expect(
          await app.callProject<object[]>(beacon, "GET", `/merge_requests/${iid}/pipelines`),
        ).toHaveLength(1),
      { timeout: 20_000 },
    );
    await app.open(projectPath(beacon, `merge_requests/${iid}`));
    const merging = async () => within(await screen.findByRole("region", { name: "Merging" }));
    const first = await merging();
    expect(await first.findByRole("link", { name: failedName }, { timeout: 20_000 })).toBeVisible();
    expect(await first.findByText("You can merge anyway.")).toBeVisible();
    // The head has it too.
    expect(screen.getAllByRole("link", { name: /^Pipeline #\d+/ })).toHaveLength(2);
    await waitFor(() => expect(first.getByRole("button", { name: "Merge" })).toBeEnabled());
    expect(await shownTab().findByRole("img", { name: "Failed" })).toBeVisible();
    const statusLine = within(screen.getByRole("contentinfo"));
    expect(
      await statusLine.findByRole("link", { name: /^Your pipeline #\d+: failed$/ }, { timeout: 40_000 }),
    ).toBeVisible();
    await expectAccessible();
    interceptRequests(
      new RegExp(`operations/projects/${encodeURIComponent(beacon)}(\\?|$)`),
      async (send) => {
        const response = await send();
        return withJson(response, {
          ...(await response.json()),
          only_allow_merge_if_pipeline_succeeds: true,
        });
      },
    );
    await app.reload();
    const second = await merging();
    expect(await second.findByText("The pipeline must succeed first.")).toBeVisible();
    expect(second.getByRole("button", { name: "Merge" })).toBeDisabled();
    await user.click(second.getByRole("button", { name: "Run pipeline again" }));
    expect(await screen.findByText(/^Started pipeline #\d+$/)).toBeVisible();
    // So do the rows of lists.
    for (const list of [projectPath(beacon, "merge_requests"), "/a/local/merge_requests"]) {
      await app.open(list);
      const requests = within(await screen.findByRole("list", { name: "Merge requests" }));
      const [title] = await requests.findAllByText("Check the merge request");
      const row = within(title?.closest("[role=listitem]") as HTMLElement);
      expect(await row.findByRole("link", { name: /^Pipeline #\d+: / })).toBeVisible();
      await expectAccessible();
    }
  });

  it("rows of merge requests without a pipeline show none, and each is asked for once", async () => {
    const asked = recordRequests(/\/merge_requests\/\d+\/pipelines(\?|$)/);
    await app.open(projectPath("fjord/lantern", "merge_requests"));
    const rows = within(await screen.findByRole("list", { name: "Merge requests" }));
    await rows.findAllByRole("listitem");
    await waitFor(() => expect(asked.length).toBeGreaterThan(2));
    await waitFor(() => expect(screen.queryByText(/\d requests?$/)).toBeNull());
    expect(rows.queryByRole("link", { name: /^Pipeline/ })).toBeNull();
    expect(new Set(asked.map(({ pathname }) => pathname)).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(rows.getAllByRole("listitem").length);
  });

  it("the tab of a pipeline that passed with warnings says so, as its head does", async () => {
    const [passed] = await app.callProject<{ id: number }[]>(
      beacon,
      "GET",
      "/pipelines?status=success&per_page=1",
    );
    interceptRequests(new RegExp(`/pipelines/${passed?.id}/jobs`), async (send) => {
      const response = await send();
      const [first, ...others]: object[] = await response.json();
      return withJson(response, [{ ...first, status: "failed", allow_failure: true }, ...others]);
    });
    await app.open(projectPath(beacon, `pipelines/${passed?.id}`));
    const main = within(screen.getByRole("main"));
    expect((await main.findAllByText("Passed with warnings"))[0]).toBeVisible();
    expect(await shownTab().findByRole("img", { name: "Passed with warnings" })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^! /));
  });
});

describe("watched pipelines", () => {
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
    const { id, name } = await startFailingPipeline(app);
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
    await runJobOfPipeline(app, id);
    const notice = await findNotice(`${name} failed`);
    await user.click(screen.getByRole("button", { name: /^Refresh @helve/ }));
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
    const { id, name } = await startFailingPipeline(app);
    await app.open(projectPath(beacon, `pipelines/${id}`));
    await user.click(await screen.findByRole("button", { name: `Watch ${name}` }));
    await untilWatched(name);
    await user.keyboard("gh");
    expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    Recorded.permission = "granted";
    await runJobOfPipeline(app, id);
    await waitFor(() => expect(shown).toHaveLength(1), slow);
    expect(shown).toMatchObject([{ title: `${name} failed`, options: { silent: false } }]);
    expect(app.address).not.toMatch(/\/pipelines\//);
    shown[0]?.dispatchEvent(new Event("click"));
    await waitFor(() => expect(app.address).toMatch(new RegExp(`/pipelines/${id}$`)));
  });

  it("a pipeline is watched, listed and no longer watched by keyboard", async () => {
    const { user } = app;
    const { id, name } = await startFailingPipeline(app);
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
});
