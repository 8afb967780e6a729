import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { writeDraft } from "../../../testing/page/drafts.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/beacon";
const path = ".gitlab-ci.yml";
const lintRequest = /^POST .*\/ci\/lint/;

async function newBranch(): Promise<string> {
  const branch = `spec/${Math.random().toString(36).slice(2, 8)}`;
  await app.callProject(project, "POST", "/repository/branches", { branch, ref: "main" });
  return branch;
}

const addressOf = (branch: string, beside: string, of = path) =>
  `${projectPath(project, "edit")}?ref=${encodeURIComponent(branch)}&path=${encodeURIComponent(of)}&beside=${beside}`;

const pane = async () => within(await screen.findByRole("region", { name: `Check of ${path}` }));

it("checks the file by the service, and leads to the line of an error", async () => {
  const branch = await newBranch();
  const requests = recordRequests(lintRequest);
  await app.open(addressOf(branch, "validate"));
  const check = await pane();
  expect(await check.findByText("Valid")).toBeVisible();
  expect(await check.findByText(/^Checked by 127\.0\.0\.1:\d+\./)).toBeVisible();
  await expectAccessible();

  await writeDraft(project, branch, path, "test:\n  script: make\n  when: sometimes\n");
  expect(await check.findByText("1 error")).toBeVisible();
  const error = await check.findByRole("button", { name: /^test: when: has to be one of .*Line 3$/ });
  expect(error).toBeVisible();
  await expectAccessible();
  expect(requests).toHaveLength(2);

  // Each text is sent once.
  await app.user.click(check.getByRole("link", { name: "Merged" }));
  expect(await check.findByText(/^Checked by 127/)).toBeVisible();
  await app.user.click(check.getByRole("link", { name: "Validate" }));
  expect(await check.findByText("1 error")).toBeVisible();
  expect(requests).toHaveLength(2);
});

it("checks it by this computer's reader where the service does not, and says why", async () => {
  const branch = await newBranch();
  let respond = () => Response.json({ message: "404 Not Found" }, { status: 404 });
  interceptRequests(lintRequest, () => respond());
  await app.open(addressOf(branch, "validate"));
  const check = await pane();
  expect(
    await check.findByText(/^Checked by this computer’s reader\. .* does not check such files\./),
  ).toBeVisible();
  expect(check.getByText("Valid")).toBeVisible();
  respond = () => Response.json({ message: "403 Forbidden" }, { status: 403 });
  await writeDraft(
    project,
    branch,
    path,
    "include: { remote: https://a.test/b.yml }\ntest: { script: make }\n",
  );
  expect(await check.findByText(/checks files for developers of the project alone/)).toBeVisible();
  expect(await check.findByText("Valid, 1 warning")).toBeVisible();
  expect(
    check.getByText("include: remote https://a.test/b.yml: only files of this repository are read here."),
  ).toBeVisible();
});

it("shows the pipeline that a commit would make, for each of its triggers", async () => {
  const branch = await newBranch();
  await app.open(addressOf(branch, "pipeline"));
  const check = await pane();
  expect(await check.findByText("5 jobs in 3 stages")).toBeVisible();
  const stage = within(check.getByRole("region", { name: "Stage check" }));
  expect(stage.getByRole("button", { name: "soak: runs by itself, may fail, starts at once" })).toBeVisible();
  expect(
    check.getByRole("button", { name: "deploy: runs by itself, environment staging, needs package" }),
  ).toBeVisible();
  await expectAccessible();

  await writeDraft(
    project,
    branch,
    path,
    `include: ci/extra.yml
push: { script: make, rules: [{ if: '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH' }] }
merge: { script: make, rules: [{ if: $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == "main", when: manual }] }
tag: { script: make, rules: [{ if: $CI_COMMIT_TAG }] }
night: { script: make, rules: [{ if: '$CI_PIPELINE_SOURCE == "schedule"' }] }
lamp: { script: make, rules: [{ exists: [lamp.*] }] }
moved: { script: make, rules: [{ changes: [ci/extra.yml] }] }
`,
  );
  expect(await check.findByText("ci/extra.yml is not in this commit.")).toBeVisible();
  // The pending changes of other files count, too.
  await writeDraft(project, branch, "ci/extra.yml", "extra: { script: make }\n");
  expect(await check.findByText("4 jobs in 1 stage")).toBeVisible();
  const jobs = () =>
    check
      .getAllByRole("button", { name: /: (?:runs|manual)/ })
      .map(({ textContent }) => textContent?.replace("manual", ""));
  await waitFor(() => expect(jobs()).toEqual(["extra", "push", "lamp", "moved"]));
  await app.user.click(check.getByText("3 left out"));
  expect(check.getByText(/none of its rules applies/, { selector: "li:first-child" })).toHaveTextContent(
    "merge (test): none of its rules applies",
  );

  const choose = async (name: RegExp) => {
    await app.user.click(check.getByRole("combobox", { name: "Pipeline" }));
    await app.user.click(await screen.findByRole("option", { name }));
  };
  await choose(/^As a merge request/);
  // A job without rules is for branches and tags.
  await waitFor(() => expect(jobs()).toEqual(["merge", "lamp", "moved"]));
  await choose(/^As a tag/);
  await waitFor(() => expect(jobs()).toEqual(["extra", "tag", "lamp", "moved"]));
  await choose(/^As a schedule/);
  await waitFor(() => expect(jobs()).toEqual(["extra", "night", "lamp", "moved"]));
  await app.user.click(check.getByText(/^\d+ variables for rules/));
  expect(check.getByText("CI_PIPELINE_SOURCE").closest("div")).toHaveTextContent("schedule");
});

it("reads by itself what the service cannot see: pending changes of included files", async () => {
  const branch = await newBranch();
  await app.open(addressOf(branch, "validate"));
  const check = await pane();
  await writeDraft(project, branch, path, "include: ci/extra.yml\ntest: { script: make }\n");
  expect(await check.findByText("1 error")).toBeVisible();
  await writeDraft(project, branch, "ci/extra.yml", "extra: { script: make }\n");
  expect(
    await check.findByText(/reader\. .* does not see the pending changes of ci\/extra\.yml\.$/),
  ).toBeVisible();
  expect(await check.findByText("Valid")).toBeVisible();
});

it("ends a file that never ends, and goes on", async () => {
  const branch = await newBranch();
  await app.open(addressOf(branch, "pipeline"));
  const check = await pane();
  expect(await check.findByText("5 jobs in 3 stages")).toBeVisible();
  const bomb = `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`).join("\n")}`;
  await writeDraft(project, branch, path, `${bomb}\ntest: { script: make }`);
  expect(await check.findByText(/too large/)).toBeVisible();
  await writeDraft(project, branch, path, "test: { script: make }");
  expect(await check.findByText("1 job in 1 stage")).toBeVisible();
});
