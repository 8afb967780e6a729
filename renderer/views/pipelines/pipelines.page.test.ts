import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { idleMs } from "../../features/ci/use-live-pipelines.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { clickEnabled, fill, press, shiftClick, tabTo } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { beacon, commitConfig } from "../../testing/page/sample-jobs.ts";

describe("pipelines", () => {
  const app = appForTests();

  const byHand = `rules: [{ if: '$CI_PIPELINE_SOURCE == "api"' }]`;
  const byHandManual = `rules: [{ if: '$CI_PIPELINE_SOURCE == "api"', when: manual, allow_failure: true }]`;
  const config = `stages: [test, deploy]
greet: { stage: test, script: 'echo "said $GREETING"', ${byHand} }
break: { stage: test, script: exit 1, ${byHand} }
wait-a: { stage: deploy, script: sleep 600, needs: [greet], ${byHandManual} }
wait-b: { stage: deploy, script: sleep 600, needs: [greet], ${byHandManual} }
ship: { stage: deploy, script: "true", needs: [greet], ${byHandManual} }
`;

  const slow = { timeout: 40_000 };

  const findList = async (name: string) => within(await screen.findByRole("list", { name }));
  const findDialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
  const findQuestion = async (name: string | RegExp) =>
    within(await screen.findByRole("alertdialog", { name }));
  const rowOf = (element: HTMLElement | undefined) =>
    within(element?.closest("[role=listitem], li") as HTMLElement);

  it("pipelines are filtered by one or many states, and the address keeps the filter", async () => {
    const { user } = app;
    await app.open(projectPath(beacon));
    // Before the project is there, the keys lead to the pipelines of all accounts.
    expect((await screen.findAllByRole("heading", { level: 1, name: "Beacon" }))[0]).toBeVisible();
    await user.keyboard("gj");
    await waitFor(() => expect(app.address).toMatch(/\/pipelines$/));
    const list = () => findList("Pipelines");
    expect(await (await list()).findByRole("link", { name: /\(58\)/ })).toBeVisible();
    expect(
      (await (await list()).findAllByRole("button", { name: /^Stage check: Passed, 2 jobs/ }))[0],
    ).toBeVisible();
    const choose = async (button: string, option: string) => {
      await user.click(screen.getByRole("button", { name: button }));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    await choose("States: All states", "Failed");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(app.address).toMatch(/status=failed$/));
    expect(await (await list()).findByRole("link", { name: /\(53\)/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("link", { name: /\(58\)/ })).toBeNull());
    await choose("States: Failed", "Canceled");
    await user.keyboard("{Escape}");
    expect(await (await list()).findByRole("link", { name: /\(20\)/ })).toBeVisible();
    await app.reload();
    expect(await screen.findByRole("button", { name: "States: Failed, Canceled" })).toBeVisible();
    await choose("Source: all", "Schedule");
    expect(await screen.findByRole("heading", { name: "No pipeline matches" })).toBeVisible();
    const filters = within(screen.getByLabelText("Pipelines", { selector: "search" }));
    await user.click(filters.getByRole("button", { name: "Clear filters" }));
    expect(await (await list()).findByRole("link", { name: /\(58\)/ })).toBeVisible();
  });

  it("a pipeline is called as its workflow names it, in its list, head, tab, watch and merge request", async () => {
    const { user } = app;
    await commitConfig(
      app,
      "named",
      'workflow: { name: "Night of $CI_COMMIT_REF_NAME" }\nwait: { script: sleep 600, rules: [{ when: manual, allow_failure: false }] }\n',
    );
    await vi.waitFor(
      async () =>
        expect(await app.callProject(beacon, "GET", "/pipelines?ref=named")).toMatchObject([
          { name: "Night of named" },
        ]),
      { timeout: 20_000 },
    );
    await app.open(`${projectPath(beacon, "pipelines")}?ref=named`);
    const link = await (await findList("Pipelines")).findByRole("link", { name: "Night of named" });
    expect(await rowOf(link).findByText("Describe the jobs of named")).toBeVisible();
    await user.click(link);
    expect(await screen.findByRole("heading", { level: 1, name: "Night of named" })).toBeVisible();
    expect(await screen.findByRole("tab", { name: /Night of named #\d+/ })).toBeVisible();
    expect(screen.getByRole("button", { name: /^Watch Pipeline #\d+ \(Night of named\)$/ })).toBeVisible();
    await expectAccessible();
    const { iid } = await app.callProject<{ iid: number }>(beacon, "POST", "/merge_requests", {
      source_branch: "named",
      target_branch: "main",
      title: "Name the pipeline",
    });
    await app.open(projectPath(beacon, `merge_requests/${iid}`));
    // The region is drawn anew once all of the merge request was read.
    await waitFor(() =>
      expect(
        within(screen.getByRole("region", { name: "Merging" })).getByRole("link", {
          name: /^Pipeline #\d+ \(Night of named\) /,
        }),
      ).toBeVisible(),
    );
  });

  it("jobs are filtered by state, branch and name below their pipelines", async () => {
    const { user } = app;
    await app.open(`${projectPath(beacon, "jobs")}?status=failed`);
    const list = await findList("Jobs");
    expect((await list.findAllByRole("link", { name: /unit/ }))[0]).toBeVisible();
    expect(list.getByRole("heading", { name: /#54 main/ })).toBeVisible();
    const field = screen.getByRole("searchbox", { name: "Job name" });
    await fill(user, field, "soak");
    const narrowed = await findList("Jobs");
    expect((await narrowed.findAllByText("Failed, allowed"))[0]).toBeVisible();
    await waitFor(() => expect(narrowed.queryByRole("link", { name: /unit/ })).toBeNull());
    await fill(user, field, "no such job");
    expect(await screen.findByRole("heading", { name: "No job matches" })).toBeVisible();
  });

  it("bars show when each job waited, was queued and ran, and what decided the duration", async () => {
    await app.open(`${projectPath(beacon, "pipelines/50")}?view=timeline`);
    const list = await findList("Jobs by time");
    await waitFor(() => expect(list.getAllByRole("link")).toHaveLength(5));
    expect(list.getByRole("link", { name: /^unit:/ })).toHaveAccessibleName(
      /^unit: .*waited .*, queued .*, ran .*, on the critical path$/,
    );
    expect(list.getByRole("link", { name: /^soak:/ })).not.toHaveAccessibleName(/on the critical path/);
  });

  it("a bar of the time axis leads to its job by keyboard", async () => {
    const { user } = app;
    await app.open(`${projectPath(beacon, "pipelines/50")}?view=timeline`);
    const bar = await (await findList("Jobs by time")).findByRole("link", { name: /^unit: / });
    await tabTo(user, bar);
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: "Log of unit" })).toBeVisible();
  });

  it("a pipeline is run with a variable, and its jobs are run, retried, canceled and erased, also many at once", async () => {
    const { user } = app;
    await commitConfig(app, "by-hand", config);
    await app.open(`${projectPath(beacon, "pipelines")}?ref=by-hand`);
    const openDialog = async () => {
      await clickEnabled(user, await screen.findByRole("button", { name: "Run pipeline" }));
      const dialog = await findDialog("Run pipeline");
      return {
        dialog,
        name: await dialog.findByRole("textbox", { name: "Name of variable 1" }),
        value: dialog.getByRole("textbox", { name: "Value of variable 1" }),
      };
    };
    let form = await openDialog();
    expect(form.dialog.getByRole("button", { name: "Ref: by-hand" })).toBeVisible();
    await fill(user, form.name, "1ST");
    expect(await form.dialog.findByText("Letters, digits and underscores; not a digit first.")).toBeVisible();
    await fill(user, form.name, "GREETING");
    await fill(user, form.value, "secret");
    await user.keyboard("{Escape}");
    form = await openDialog();
    await waitFor(() => expect(form.name).toHaveValue("GREETING"));
    expect(form.value).toHaveValue("");
    await fill(user, form.value, "hello");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(app.address).toMatch(/\/pipelines\/\d+$/));
    const graph = within(await screen.findByRole("region", { name: "Stage graph" }));
    expect(await graph.findByRole("link", { name: /^break: Failed/ }, slow)).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Failed jobs" })).toHaveTextContent("script failed"),
    );
    const greet = await graph.findByRole("link", { name: /^greet: Passed/ }, slow);
    const trace = await app.host.request(
      `/accounts/local/operations/projects/${encodeURIComponent(beacon)}/jobs/${greet.getAttribute("href")?.split("/").at(-1)}/trace`,
    );
    expect(await trace.text()).toContain("said hello");

    // Live states do not flicker: the same box goes from state to state, and nothing is loaded anew.
    const ship = await graph.findByRole("link", { name: /^ship: Manual/ });
    const flicker = { count: 0 };
    const observer = new MutationObserver(() => {
      if (document.querySelector("main [aria-busy=true]")) flicker.count++;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await user.click(graph.getByRole("button", { name: "Run ship" }));
    expect(await graph.findByRole("link", { name: /^ship: Passed/ }, slow)).toBeVisible();
    observer.disconnect();
    expect(ship.isConnected).toBe(true);
    expect(flicker).toEqual({ count: 0 });
    await press(user, await screen.findByRole("button", { name: "Retry failed jobs" }), "{Enter}");
    // The button is gone while they run.
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(await graph.findByRole("link", { name: /^break: Failed, attempt 2/ }, slow)).toBeVisible();

    await user.click(
      within(screen.getByRole("navigation", { name: "Pipeline" })).getByRole("link", { name: /^Jobs/ }),
    );
    const jobs = await findList("Jobs");
    expect(await jobs.findByText("attempt 1")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Earlier attempts" }));
    await waitFor(() => expect(jobs.queryByText("attempt 1")).toBeNull());
    // Heading, greet, break, heading, wait-a, wait-b, ship: by keys from the first to the last but one.
    screen.getByRole("list", { name: "Jobs" }).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown} {Shift>}{ArrowDown}{/Shift}");
    const selected = within(await screen.findByRole("region", { name: "Selected jobs" }));
    expect(await selected.findByText("2 selected")).toBeVisible();
    await expectAccessible();
    await tabTo(user, selected.getByRole("button", { name: "Run 2" }));
    await user.keyboard("{Enter}");
    const result = async (title: string, status: string) => {
      const dialog = await findDialog(title);
      await waitFor(() => expect(dialog.getByRole("status")).toHaveTextContent(status));
      return dialog;
    };
    await result("Run 2 jobs", "Started 2 of 2");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(jobs.getAllByText("Running")).toHaveLength(2), slow);
    await user.click(jobs.getByRole("checkbox", { name: /^Select wait-a/ }));
    await shiftClick(user, jobs.getByRole("checkbox", { name: /^Select wait-b/ }));
    const again = () => within(screen.getByRole("region", { name: "Selected jobs" }));
    await tabTo(user, again().getByRole("button", { name: "Cancel 2" }));
    await user.keyboard("{Enter}");
    const stop = await findQuestion("Cancel 2 jobs?");
    expect(stop.getByText(/All of them run/)).toBeVisible();
    await press(user, stop.getByRole("button", { name: "Cancel 2 jobs" }), "{Enter}");
    const closeResult = async (title: string, status: string) => {
      const dialog = await result(title, status);
      await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
    };
    await closeResult("Cancel 2 jobs", "Canceled 2 of 2");
    await waitFor(() => expect(jobs.getAllByText("Canceled")).toHaveLength(2), slow);

    await user.click(jobs.getByRole("checkbox", { name: /^Select greet/ }));
    await user.click(jobs.getByRole("checkbox", { name: /^Select ship/ }));
    await user.click(again().getByRole("button", { name: "Erase 2" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/Deletes the log/)).toBeVisible();
    await tabTo(user, question.getByRole("button", { name: "Erase" }));
    await user.keyboard("{Enter}");
    await closeResult("Erase 2 jobs", "Erased 2 of 2");
    await waitFor(() => expect(jobs.getAllByText("erased")).toHaveLength(2));

    // Whole pipelines, by keys.
    await app.open(`${projectPath(beacon, "pipelines")}?ref=by-hand`);
    const pipelines = await findList("Pipelines");
    await waitFor(() => expect(pipelines.getAllByRole("checkbox")).toHaveLength(1));
    const list = screen.getByRole("list", { name: "Pipelines" });
    await press(user, list, "{Control>}a{/Control}");
    const chosen = async () => within(await screen.findByRole("region", { name: "Selected pipelines" }));
    expect(await (await chosen()).findByText("1 selected")).toBeVisible();
    await press(user, (await chosen()).getByRole("button", { name: "Retry 1" }), "{Enter}");
    await result("Retry 1 pipeline", "Retried 1 of 1");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selected pipelines" })).toBeNull());
    expect(await pipelines.findByText("Running")).toBeVisible();
    await press(user, list, " ");
    await press(user, (await chosen()).getByRole("button", { name: "Cancel 1" }), "{Enter}");
    await press(
      user,
      (await findQuestion(/^Cancel pipeline #\d+\?$/)).getByRole("button", { name: "Cancel pipeline" }),
      "{Enter}",
    );
    await closeResult("Cancel 1 pipeline", "Canceled 1 of 1");
  });

  it("a manual job is run with variables from the graph, the list and its page, by keyboard, and the draft is kept", async () => {
    const { user } = app;
    const when = `rules: [{ if: '$CI_PIPELINE_SOURCE == "api"', when: manual, allow_failure: true }]`;
    await commitConfig(
      app,
      "with-variables",
      ["one", "two", "three"]
        .map((name) => `${name}: { script: 'echo "said $GREETING"', ${when} }`)
        .join("\n"),
    );
    const { id } = await app.callProject<{ id: number }>(beacon, "POST", "/pipeline", {
      ref: "with-variables",
    });
    const said = async (name: string) => {
      const jobs = await app.callProject<{ id: number; name: string }[]>(
        beacon,
        "GET",
        `/pipelines/${id}/jobs`,
      );
      const job = jobs.find((each) => each.name === name)?.id;
      const trace = await app.host.request(
        `/accounts/local/operations/projects/${encodeURIComponent(beacon)}/jobs/${job}/trace`,
      );
      return trace.text();
    };
    const write = async (name: string, value: string) => {
      const dialog = await findDialog(`Run ${name}`);
      await fill(user, await dialog.findByRole("textbox", { name: "Name of variable 1" }), "GREETING");
      await fill(user, dialog.getByRole("textbox", { name: "Value of variable 1" }), value);
      return dialog;
    };
    await app.open(projectPath(beacon, `pipelines/${id}`));
    const graph = within(await screen.findByRole("region", { name: "Stage graph" }));
    const one = await graph.findByRole("link", { name: /^one: Manual/ });
    one.focus();
    const opener = graph.getByRole("button", { name: "Run one with variables" });
    await press(user, opener, "{Enter}");
    await write("one", "from the graph");
    await expectAccessible();
    await user.keyboard("{Escape}");
    await press(user, opener, "{Enter}");
    const again = await findDialog("Run one");
    await waitFor(() =>
      expect(again.getByRole("textbox", { name: "Name of variable 1" })).toHaveValue("GREETING"),
    );
    expect(again.getByRole("textbox", { name: "Value of variable 1" })).toHaveValue("");
    expect(again.queryByRole("checkbox")).toBeNull();
    await fill(user, again.getByRole("textbox", { name: "Value of variable 1" }), "from the graph");
    await user.keyboard("{Enter}");
    expect(await graph.findByRole("link", { name: /^one: Passed/ }, slow)).toBeVisible();
    expect(await said("one")).toContain("said from the graph");

    await app.open(`${projectPath(beacon, `pipelines/${id}`)}?view=jobs`);
    const jobs = await findList("Jobs");
    await user.click(await jobs.findByRole("button", { name: /^Run two #\d+ with variables$/ }));
    await write("two", "from the list");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(jobs.getAllByText("Passed")).toHaveLength(2), slow);
    expect(await said("two")).toContain("said from the list");

    await user.click(jobs.getByRole("link", { name: "three" }));
    await user.click(await screen.findByRole("button", { name: "Actions for this job" }));
    await user.click(await screen.findByRole("menuitem", { name: "Run with variables…" }));
    await write("three", "from its page");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: "Log of three" }, slow)).toBeVisible();
    await vi.waitFor(async () => expect(await said("three")).toContain("said from its page"));
  });

  it("a pipeline is run with the inputs and described variables of its branch's configuration", async () => {
    const { user } = app;
    await commitConfig(
      app,
      "with-inputs",
      `spec:
  inputs:
    target: { description: Where to, options: [staging, production], default: staging }
    copies: { type: number, default: 1 }
    dry: { type: boolean, default: true, description: Deploys nothing }
    version:
      description: Release to deploy
---
variables:
  COLOUR: { value: red, options: [red, green], description: Colour of the lamp }
  NOTE: { description: Text of the lamp }
"deploy $[[ inputs.version ]] to $[[ inputs.target ]] $[[ inputs.copies ]] $[[ inputs.dry ]]":
  script: 'echo "$COLOUR $NOTE"'
  rules: [{ if: '$CI_PIPELINE_SOURCE == "api" && $COLOUR == "green" && $NOTE == "hello"' }]
`,
    );
    await app.open(`${projectPath(beacon, "pipelines")}?ref=with-inputs`);
    await clickEnabled(user, await screen.findByRole("button", { name: "Run pipeline" }));
    const dialog = await findDialog("Run pipeline");
    const version = await dialog.findByRole("textbox", { name: "version" }, slow);
    expect(version).toBeRequired();
    expect(version).toHaveAccessibleDescription("Required. Release to deploy");
    const copies = dialog.getByRole("textbox", { name: "copies" });
    expect(copies).toHaveValue("1");
    expect(dialog.getByRole("checkbox", { name: "dry" })).toBeChecked();
    await expectAccessible();
    const run = dialog.getByRole("button", { name: "Run pipeline" });
    expect(run).toHaveAttribute("aria-disabled", "true");
    await user.click(run);
    await waitFor(() => expect(version).toHaveFocus());
    await fill(user, version, "v2");
    await fill(user, copies, "many");
    expect(await dialog.findByText("Enter a number.")).toBeVisible();
    await fill(user, copies, "2");
    await user.click(dialog.getByRole("checkbox", { name: "dry" }));
    const choose = async (label: string, option: string) => {
      await user.click(dialog.getByRole("combobox", { name: label }));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    await choose("target", "production");
    await user.keyboard("{Escape}");
    await clickEnabled(user, await screen.findByRole("button", { name: "Run pipeline" }));
    const again = await findDialog("Run pipeline");
    await waitFor(() => expect(again.getByRole("textbox", { name: "version" })).toHaveValue("v2"), slow);
    expect(again.getByRole("combobox", { name: "target" })).toHaveTextContent("production");
    await user.click(again.getByRole("combobox", { name: "COLOUR" }));
    await user.click(await screen.findByRole("option", { name: "green" }));
    await fill(user, again.getByRole("textbox", { name: "NOTE" }), "hello");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(app.address).toMatch(/\/pipelines\/\d+$/));
    const graph = within(await screen.findByRole("region", { name: "Stage graph" }));
    expect(
      await graph.findByRole("link", { name: /^deploy v2 to production 2 false: / }, slow),
    ).toBeVisible();
  });

  it("downstream pipelines are beside the graph, among the jobs and found in their logs, and lead back", async () => {
    const { user } = app;
    await app.callProject(beacon, "POST", "/repository/commits", {
      branch: "with-children",
      start_branch: "main",
      commit_message: "Describe the jobs of with-children",
      actions: [
        {
          action: "update",
          file_path: ".gitlab-ci.yml",
          content: `stages: [one, two]
build: { stage: one, script: echo needle of the parent }
child: { stage: two, trigger: { include: ci/child.yml, strategy: depend } }
later: { stage: two, trigger: { include: ci/child.yml }, when: manual, allow_failure: true }
`,
        },
        {
          action: "create",
          file_path: "ci/child.yml",
          content: `lint: { stage: build, script: echo needle of the child }
ship: { stage: deploy, script: "true", when: manual, allow_failure: true }
`,
        },
      ],
    });
    const pipelineOf = async (query: string) =>
      app.callProject<{ id: number; status: string }[]>(
        beacon,
        "GET",
        `/pipelines?ref=with-children${query}`,
      );
    await vi.waitFor(
      async () => expect(await pipelineOf("&source=parent_pipeline")).toMatchObject([{ status: "success" }]),
      { timeout: 60_000, interval: 200 },
    );
    const [parent, ...others] = await pipelineOf("");
    expect(others).toEqual([]);
    const [child] = await pipelineOf("&source=parent_pipeline");
    await app.open(projectPath(beacon, `pipelines/${parent?.id}`));
    const graph = within(await screen.findByRole("region", { name: "Stage graph" }));
    const bridge = await graph.findByRole("link", {
      name: `child: Passed, started pipeline #${child?.id}`,
    });
    expect(bridge).toHaveAttribute("href", expect.stringMatching(new RegExp(`/pipelines/${child?.id}$`)));
    const later = graph.getByRole("button", { name: "later: Manual, starts a pipeline" });
    expect(graph.queryByRole("button", { name: "Run later with variables" })).toBeNull();
    const downstream = within(await screen.findByRole("region", { name: "Downstream pipelines" }));
    const toggle = downstream.getByRole("button", { name: `Show jobs of pipeline #${child?.id}` });
    await press(user, toggle, "{Enter}");
    expect(await downstream.findByRole("link", { name: "lint: Passed" })).toBeVisible();
    expect(downstream.getByRole("link", { name: "ship: Manual" })).toBeVisible();
    await expectAccessible();

    // A manual bridge is started, and its pipeline comes up by itself.
    later.focus();
    await press(user, graph.getByRole("button", { name: "Run later" }), "{Enter}");
    expect(
      await graph.findByRole("link", { name: /^later: Passed, started pipeline #\d+$/ }, slow),
    ).toBeVisible();
    await waitFor(() => expect(downstream.getAllByRole("article")).toHaveLength(2), slow);

    await user.click(
      within(screen.getByRole("navigation", { name: "Pipeline" })).getByRole("link", { name: /^Jobs/ }),
    );
    const jobs = await findList("Jobs");
    const heading = await jobs.findByRole("heading", { name: `#${child?.id} child pipeline of child` });
    expect(heading).toBeVisible();
    const [lint] = jobs.getAllByRole("link", { name: "lint" });
    expect(lint).toBeVisible();
    await user.click(jobs.getByRole("link", { name: "build" }));
    const log = await screen.findByRole("region", { name: "Log of build" });
    expect(log).toBeVisible();
    await user.keyboard("s");
    await waitFor(() => expect(document.activeElement).toBeInstanceOf(HTMLInputElement));
    await user.keyboard("needle");
    const matches = within(
      await screen.findByRole("listbox", { name: "Matches in the pipeline's jobs" }, slow),
    );
    expect((await matches.findAllByText(`in pipeline #${child?.id}`, {}, slow))[0]).toBeVisible();

    await app.open(projectPath(beacon, `pipelines/${child?.id}`));
    await user.click(await screen.findByRole("link", { name: `child of #${parent?.id}` }));
    await waitFor(() => expect(app.address).toMatch(new RegExp(`/pipelines/${parent?.id}$`)));
  }, 120_000);

  it("an invalid configuration is shown with its reason, also in the merge request", async () => {
    const { user } = app;
    const intervals = vi.spyOn(globalThis, "setInterval");
    onTestFinished(() => intervals.mockRestore());
    await app.open(`${projectPath(beacon, "pipelines")}?ref=invalid`);
    expect(await screen.findByRole("heading", { name: "No pipeline matches" })).toBeVisible();
    await commitConfig(app, "invalid", "greet: { script: echo hello, stage: none }\n");
    const reason = 'there is no stage "none"';
    await vi.waitFor(
      async () =>
        expect(await app.callProject<object[]>(beacon, "GET", "/pipelines?ref=invalid")).toHaveLength(1),
      { timeout: 20_000 },
    );
    // The list finds it by itself, when it is read again after a minute.
    for (const [run, ms] of intervals.mock.calls) if (ms === idleMs) run();
    const list = await findList("Pipelines");
    expect(await list.findByText("No jobs: invalid configuration")).toBeVisible();
    await user.click(await list.findByRole("link", { name: /Describe the jobs of invalid/ }));
    const errors = await screen.findByRole("region", { name: "Configuration errors" });
    expect(errors).toHaveTextContent(reason);
    expect(within(errors).getByRole("link", { name: "Edit on invalid" })).toBeVisible();
    await expectAccessible();
    await app.open(`${projectPath(beacon, "pipelines")}?ref=invalid&run=1`);
    const dialog = await findDialog("Run pipeline");
    await user.click(dialog.getByRole("button", { name: "Run pipeline" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(reason);
    const { iid } = await app.callProject(beacon, "POST", "/merge_requests", {
      source_branch: "invalid",
      target_branch: "main",
      title: "Describe greeting",
    });
    await app.open(projectPath(beacon, `merge_requests/${iid}?tab=pipelines`));
    const ofMergeRequest = await findList("Pipelines of the merge request");
    expect((await ofMergeRequest.findAllByText("No jobs: invalid configuration"))[0]).toBeVisible();
  });

  /** Opens a repository whose folder is gone; the administrator is a member of its project. Closed when the test ends. */
  async function openGoneRepository(): Promise<void> {
    const parent = mkdtempSync(join(tmpdir(), "helve-local-"));
    const path = join(parent, "gone");
    mkdirSync(path);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Eve", "-c", "user.email=eve@example.test", ...args], {
        cwd: path,
      });
    git("init", "--quiet", "--initial-branch=main");
    git("commit", "--quiet", "--allow-empty", "--message", "Describe");
    const repositories = "/accounts/local/operations/local/repositories";
    const response = await app.host.requestJson(repositories, "POST", { path });
    expect(response.status).toBe(201);
    const { id }: { id: number } = await response.json();
    rmSync(parent, { recursive: true, force: true });
    onTestFinished(async () => {
      await app.host.request(`${repositories}/${id}`, { method: "DELETE" });
    });
  }

  it("failed, running and watched jobs of all accounts are listed by project", async () => {
    const { user } = app;
    await openGoneRepository();
    await commitConfig(app, "long", "long: { script: sleep 600 }\n");
    await vi.waitFor(async () => {
      const jobs = await app.callProject<{ name: string }[]>(beacon, "GET", "/jobs?scope[]=running");
      expect(jobs.map(({ name }) => name)).toContain("long");
    }, slow);
    await app.open("/ci");
    await user.click(await screen.findByRole("radio", { name: "Everyone" }));
    const list = () => findList(`Jobs of ${beacon}`);
    expect((await (await list()).findAllByRole("link", { name: /^#\d+$/ }))[0]).toBeVisible();
    expect(await screen.findByText(/projects? searched.* could not be loaded/)).toBeVisible();
    const [first, second] = (await list()).getAllByRole("checkbox");
    await user.click(first as HTMLElement);
    await shiftClick(user, second as HTMLElement);
    const selected = within(await screen.findByRole("region", { name: "Selected jobs" }));
    expect(await selected.findByRole("button", { name: "Retry 2" })).toBeVisible();
    await expectAccessible();
    await user.click(selected.getByRole("button", { name: "Clear selection" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selected jobs" })).toBeNull());
    await user.click(screen.getByRole("radio", { name: "Running" }));
    const long = await waitFor(async () => (await list()).getByRole("link", { name: "long" }));
    expect(long).toBeVisible();
    await user.click(rowOf(long).getByRole("link", { name: /^#/ }));
    await user.click(await screen.findByRole("button", { name: /^Watch Pipeline #/ }));
    await user.click(screen.getByRole("link", { name: "CI" }));
    await user.click(await screen.findByRole("radio", { name: "Watched" }));
    const watched = await findList(`Watched in ${beacon}`);
    await user.click(watched.getByRole("button", { name: /^Stop watching Pipeline #/ }));
    expect(await screen.findByText(/^Nothing is watched\./)).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Running" }));
    await user.click(await (await list()).findByRole("button", { name: /^Cancel long/ }));
    await user.click((await findQuestion("Cancel long?")).getByRole("button", { name: "Cancel job" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "long" })).toBeNull(), slow);

    // Where the jobs of no project can be read, the page does not claim that there are none.
    const admit = interceptRequests(/\/jobs\?/, () =>
      refused(403, "forbidden", "Jobs are not for this account."),
    );
    await app.reload();
    expect(await screen.findByRole("alert")).toHaveTextContent("Jobs are not for this account.");
    expect(screen.queryByText("No running jobs")).toBeNull();
    admit();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("jobs run on this computer only where the switch is on, which explains the risk", async () => {
    const { user } = app;
    await app.open(projectPath("fjord/toolbox-none", "pipelines"));
    expect(await screen.findByRole("heading", { name: "Project not found" })).toBeVisible();
    await app.open(projectPath("fjord/lantern", "pipelines"));
    const toggle = () => screen.findByRole("switch", { name: "Run jobs on this computer" });
    expect(await toggle()).not.toBeChecked();
    expect(screen.getByText(/executes the repository's scripts with your rights/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Run pipeline" })).toBeDisabled();
    expect(await screen.findByRole("link", { name: "Create .gitlab-ci.yml" })).toBeVisible();
    await expectAccessible();
    await user.click(await toggle());
    await user.click(await screen.findByRole("button", { name: "Runs on this computer" }));
    expect(await toggle()).toBeChecked();
    await user.click(await toggle());
    await waitFor(async () => expect(await toggle()).not.toBeChecked());
  });

  it("a service that lists no pipelines shows the jobs alone, one that refuses them says so", async () => {
    const list = /\/pipelines\?/;
    const message = /^This service does not list pipelines\./;
    const end = interceptRequests(list, () => refused(404, "not_found", "404 refused"));
    await app.open(projectPath(beacon, "pipelines"));
    expect(await screen.findByText(message)).toBeVisible();
    // Which ones are visible depends on the tests that ran before.
    const jobs = await findList("Jobs");
    await waitFor(() =>
      expect(
        jobs.getAllByRole("link").filter((link) => link.getAttribute("href")?.includes("/jobs/"))[0],
      ).toBeVisible(),
    );
    end();
    interceptRequests(list, () => refused(403, "forbidden", "403 refused"));
    await app.reload();
    expect(await screen.findByRole("heading", { name: "No access to pipelines" })).toBeVisible();
    expect(screen.queryByText(message)).toBeNull();
  });
});

describe("recent projects of ci", () => {
  const app = appForTests();
  const repositoryOf = repositoriesOfTests(afterEach);
  const beacon = "fjord/beacon";

  it("CI of all accounts leaves out a recent project that was deleted, and shows the others", async () => {
    const name = "passing";
    const href = await openFolder(app, repositoryOf(name).folder);
    const project = decodeURIComponent(href.split("/").at(-1) ?? "");
    await app.open(projectPath(beacon));
    await app.user.click(screen.getByRole("link", { name: "Groups" }));
    expect((await screen.findAllByRole("link", { name }))[0]).toBeVisible();

    // Another client deletes it.
    const address = `/accounts/local/operations/local/repositories/${encodeURIComponent(project)}?forget=true`;
    expect((await app.host.request(address, { method: "DELETE" })).status).toBe(204);
    const statuses: number[] = [];
    const isOf = (url: URL, of: string) => url.pathname.includes(`/projects/${encodeURIComponent(of)}/`);
    interceptRequests(/\/operations\/projects\/[^/?]+\/jobs\?/, async (send, url) => {
      // Folders that other tests opened may be gone.
      if (!isOf(url, project)) return isOf(url, beacon) ? send() : Response.json([]);
      const response = await send();
      statuses.push(response.status);
      return response;
    });
    await app.open("/ci");
    await waitFor(() => expect(statuses).toContain(404));
    await app.user.click(await screen.findByRole("radio", { name: "Everyone" }));
    expect(await screen.findByRole("list", { name: `Jobs of ${beacon}` })).toBeVisible();
    const searched = /^\d+ projects? searched: pinned, recent and active ones\.$/;
    expect(await screen.findByText(searched)).toBeVisible();
    const main = within(screen.getByRole("main"));
    expect(screen.getByRole("main")).not.toHaveTextContent(name);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(main.queryByRole("button", { name: "Retry" })).toBeNull();
    await expectAccessible();
  });
});
