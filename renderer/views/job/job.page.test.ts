import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";
import { beacon, commitConfig, findJob, isNamed } from "../../testing/page/sample-jobs.ts";

const app = appForTests();
const slow = { timeout: 40_000 };

const findLog = async (name: string) => within(await screen.findByRole("region", { name: `Log of ${name}` }));

it("a job without a log shows why, and erasing requires confirmation", async () => {
  const { user } = app;
  const manual = await findJob(app, "jobs?scope[]=manual", () => true);
  await app.open(projectPath(beacon, `jobs/${manual.id}`));
  expect(await screen.findByRole("heading", { name: "This job is started by hand" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Run" })).toBeVisible();
  await expectAccessible();

  const lint = await findJob(app, "pipelines/2/jobs", isNamed("lint"));
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
    const found = await findJob(app, `pipelines/${id}/jobs`, isNamed("stubborn"));
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
