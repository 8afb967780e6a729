import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import {
  beacon,
  commitConfig,
  findFailedUnit,
  findSampleJob,
  isNamed,
} from "../../testing/page/sample-jobs.ts";

describe("job", () => {
  const app = appForTests();
  const slow = { timeout: 40_000 };

  const findLog = async (name: string) =>
    within(await screen.findByRole("region", { name: `Log of ${name}` }));

  it("a job without a log shows why, and erasing requires confirmation", async () => {
    const { user } = app;
    const manual = await findSampleJob(app, "jobs?scope[]=manual", () => true);
    await app.open(projectPath(beacon, `jobs/${manual.id}`));
    expect(await screen.findByRole("heading", { name: "This job is started by hand" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Run" })).toBeVisible();
    await expectAccessible();

    const lint = await findSampleJob(app, "pipelines/2/jobs", isNamed("lint"));
    await app.open(projectPath(beacon, `jobs/${lint.id}`));
    await (await findLog("lint")).findAllByRole("button", { name: /^Line \d+$/ });
    await user.click(screen.getByRole("button", { name: "Actions for this job" }));
    await user.click(await screen.findByRole("menuitem", { name: "Erase…" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Erase" }));
    expect(await screen.findByRole("heading", { name: "The log was erased" })).toBeVisible();
  });

  it("a job that ignores its end is watched, canceled, and its end is shown", async () => {
    const { user } = app;
    const branch = `stubborn-${Date.now()}`;
    const script = [
      "trap '' TERM",
      "(trap '' TERM; while true; do sleep 1; done) &",
      "while true; do head -c 2000 /dev/zero | tr '\\0' y; echo; sleep 0.1; done",
    ];
    const rules = [{ if: '$CI_PIPELINE_SOURCE == "api"' }];
    await commitConfig(app, branch, JSON.stringify({ stubborn: { script, rules } }));
    const { id } = await app.callProject(beacon, "POST", "/pipeline", { ref: branch });
    const job = await vi.waitFor(async () => {
      const found = await findSampleJob(app, `pipelines/${id}/jobs`, isNamed("stubborn"));
      expect(found.status).toBe("running");
      return found;
    }, slow);
    await app.open(projectPath(beacon, `jobs/${job.id}`));
    await (await findLog("stubborn")).findAllByRole("button", { name: /^Line \d+$/ });
    await user.click(screen.getByRole("button", { name: "Watch stubborn" }));
    const stop = await screen.findByRole("button", { name: "Stop watching stubborn" });
    expect(stop).toHaveAttribute("aria-pressed", "true");
    await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Cancel" }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel job" }),
    );
    const main = within(screen.getByRole("main"));
    expect((await main.findAllByText("Canceled", {}, slow))[0]).toBeVisible();
    const notices = within(screen.getByRole("region", { name: /^Notifications/ }));
    expect(await notices.findByText(/stubborn was canceled/, {}, slow)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: /watching stubborn/ })).toBeNull());
  });
});

describe("job log search", () => {
  const app = appForTests();

  const findLog = (name = "unit") => screen.findByRole("region", { name: `Log of ${name}` });

  /** Opens the log of the failed job. Returns its region when lines are drawn. */
  async function openFailedUnit() {
    const unit = await findFailedUnit(app);
    await app.open(projectPath(beacon, `jobs/${unit.id}`));
    const log = await findLog();
    await within(log).findAllByRole("button", { name: /^Line \d+$/ });
    return { unit, log: within(log) };
  }

  /** Expects that the log has scrolled to a line, by the position that it gives to its row. */
  async function expectInView(log: HTMLElement, number: number): Promise<HTMLElement> {
    const line = await within(log).findByRole("button", { name: `Line ${number}` });
    await waitFor(() => {
      const { transform = "" } = line.closest<HTMLElement>("[data-row]")?.style ?? {};
      const top = Number(/translateY\((\d+)/.exec(transform)?.[1]) - log.scrollTop;
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(log.clientHeight);
    });
    return line;
  }

  const lineOfAddress = () => Number(/#L(\d+)$/.exec(app.address)?.[1]);

  it("a regular expression is searched, from match to match, and only its matches are shown", async () => {
    const { user } = app;
    const { log } = await openFailedUnit();
    await user.keyboard("{Control>}f{/Control}");
    const find = () => screen.getByRole("searchbox", { name: "Find in log" });
    await waitFor(() => expect(find()).toHaveFocus());
    // Brackets are doubled in the description of keys.
    await user.keyboard("beam [[23]\\d turns");
    const count = () => within(screen.getByLabelText("In the log")).getByRole("status");
    await waitFor(() => expect(count()).toHaveTextContent("No matches"));
    await user.click(screen.getByRole("button", { name: "Regular expression" }));
    // The first match from the line at the top of the view on.
    await waitFor(() => expect(count()).toHaveTextContent(/^\d+ of \d+$/));
    const [first = 0, all = 0] = (count().textContent ?? "").split(" of ").map(Number);
    const untilRank = (steps: number) =>
      waitFor(() => expect(count()).toHaveTextContent(`${((first - 1 + steps + all) % all) + 1} of ${all}`));
    find().focus();
    await user.keyboard("{Enter}");
    await untilRank(1);
    await user.keyboard("{Shift>}{Enter}{F3}{/Shift}");
    await untilRank(-1);
    const gap = /lines without a match/;
    await user.click(screen.getByRole("button", { name: "Matches only" }));
    expect((await log.findAllByRole("button", { name: gap }))[0]).toBeVisible();
    expect((await log.findAllByText(/^beam 2\d turns$/))[0]).toBeVisible();
    await waitFor(() => expect(log.queryByText(/beam \d turns/)).toBeNull());
    await expectAccessible();

    // A reload restores it; Escape clears it.
    await waitFor(() => expect(app.address).toMatch(/regex=1/));
    await app.reload();
    const again = within(await findLog());
    expect((await again.findAllByRole("button", { name: gap }))[0]).toBeVisible();
    await user.keyboard("/");
    await user.keyboard("{Escape}");
    expect((await again.findAllByText(/beam \d turns/))[0]).toBeVisible();
    expect(again.queryByRole("button", { name: gap })).toBeNull();
    expect(await findLog()).toHaveFocus();

    // An invalid pattern is reported.
    await user.keyboard("{Control>}f{/Control}");
    await user.keyboard("(beam");
    await waitFor(() => expect(count()).toHaveTextContent(/Invalid regular expression/));

    // Each switch narrows what is found.
    await user.click(screen.getByRole("button", { name: "Regular expression" }));
    for (const [text, name] of [
      ["TURNS", "Match case"],
      ["turn", "Match whole word"],
    ] as const) {
      await fill(user, find(), text);
      await waitFor(() => expect(count()).toHaveTextContent(/^\d/));
      const button = screen.getByRole("button", { name });
      await user.click(button);
      await waitFor(() => expect(count()).toHaveTextContent("No matches"));
      await user.click(button);
      await waitFor(() => expect(count()).toHaveTextContent(/^\d/));
    }
  });

  it("a search in all jobs of the pipeline leads to a line of another job", async () => {
    const { user } = app;
    const { unit } = await openFailedUnit();
    await user.keyboard("s");
    await waitFor(() => expect(document.activeElement).toBeInstanceOf(HTMLInputElement));
    await user.keyboard("Checking out");
    const listbox = () => screen.findByRole("listbox", { name: "Matches in the pipeline's jobs" });
    const hits = within(await listbox());
    expect(await hits.findByText(/this job/)).toBeVisible();
    expect(await screen.findByText(/^\d+ matches in \d+ jobs$/)).toBeVisible();
    expect(await hits.findByRole("option", { name: /lint/ })).toBeVisible();
    await expectAccessible();
    await user.click((await hits.findAllByRole("option", { name: /Checking out/ }))[0] as HTMLElement);
    await waitFor(() => expect(app.address).not.toMatch(new RegExp(`/jobs/${unit.id}`)));
    expect(app.address).toMatch(/#L\d+$/);
    await expectInView(await findLog("soak"), lineOfAddress());
    // The hits are still there, and Enter on one goes to its line.
    (await listbox()).focus();
    await user.keyboard("{End}{Enter}");
    expect(await findLog("lint")).toBeVisible();
    expect(app.address).toMatch(/#L\d+$/);
  });

  it("e jumps to the first error, whose file is a link into the commit", async () => {
    const { user } = app;
    await openFailedUnit();
    expect(await screen.findByText("script failed")).toBeVisible();
    await user.keyboard("{Home}e");
    await waitFor(() => expect(app.address).toMatch(/#L\d+$/));
    const number = lineOfAddress();
    expect(await expectInView(await findLog(), number)).toHaveAttribute("aria-pressed", "true");
    await user.keyboard("i");
    const problems = within(await screen.findByRole("region", { name: "Problems" }));
    const [error] = await problems.findAllByRole("button", { name: /^Error: expected 9000 lumen/ });
    expect(error).toBeVisible();
    const [first] = problems
      .getAllByRole("listitem")
      .filter(({ textContent }) => /^error/i.test(textContent ?? ""));
    expect(first).toHaveTextContent(`Line ${number}`);
    await expectAccessible();
    await user.click(await problems.findByRole("link", { name: /^ci\/unit\.sh:\d+$/ }));
    await waitFor(() => expect(app.address).toMatch(/files\?ref=[0-9a-f]{40}&path=ci%2Funit\.sh#L\d+$/));
  });

  it("the log is compared with the last success of the same job", async () => {
    const { user } = app;
    await openFailedUnit();
    await user.keyboard("d");
    const rows = within(await screen.findByRole("region", { name: "Differences from the last success" }));
    const bar = within(await screen.findByRole("toolbar", { name: "Comparison" }));
    expect(await bar.findByRole("link", { name: /^#\d+$/ })).toBeVisible();
    expect(await bar.findByText(/^\+\d+$/)).toBeVisible();
    expect((await rows.findAllByRole("button", { name: /unchanged lines?$/ }))[0]).toBeVisible();
    await expectAccessible();
    // The success had no error: it opens there.
    expect(await rows.findByText(/Error: expected 9000/, {}, { timeout: 30_000 })).toBeVisible();
    await user.keyboard("d");
    expect(await findLog()).toBeVisible();

    // The first run has no earlier success.
    const first = await findSampleJob(app, "pipelines/1/jobs", isNamed("unit"));
    await app.open(projectPath(beacon, `jobs/${first.id}?view=compare`));
    expect(await screen.findByRole("heading", { name: "No earlier success" })).toBeVisible();
  });
});
