import type { Page } from "@playwright/test";
import { findPage, pages } from "../../renderer/app/views.ts";
import { projectRoutePath } from "../../renderer/features/addresses/define-view.ts";
import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import { fillPath } from "../../renderer/features/addresses/match-path.ts";
import { settingsTabs } from "../../renderer/views/manage/settings/settings-tabs.ts";
import type { SweptView } from "../fixtures/swept-view.ts";
import { accountStates } from "./states/account-states.ts";
import { ciStates } from "./states/ci-states.ts";
import { fileStates } from "./states/file-states.ts";
import { jobStates } from "./states/job-states.ts";
import { openedViews } from "./states/opened-views.ts";
import { projectStates } from "./states/project-states.ts";
import { repositoryStates } from "./states/repository-states.ts";
import { reviewStates } from "./states/review-states.ts";
import { windowStates } from "./states/window-states.ts";

const local = "local";
const lantern = "fjord/lantern";
const beacon = "fjord/beacon";
const toolbox = "fjord/platform/toolbox";

const inLantern = (...[part, search]: [Parameters<typeof hrefs.project>[2], Record<string, string>?]) =>
  hrefs.project(local, lantern, part, search);
const inBeacon = (part: Parameters<typeof hrefs.project>[2], search?: Record<string, string>) =>
  hrefs.project(local, beacon, part, search);
const inToolbox = (path: string) => hrefs.project(local, toolbox, "files", { ref: "main", path });
const review = (tab: string, search?: Record<string, string>) =>
  hrefs.mergeRequest(local, lantern, 27, { tab, ...search });

const click =
  (role: "button" | "link", name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole(role, { name }).first().click();

const own: readonly SweptView[] = [
  { name: "home", href: hrefs.home },
  { name: "accounts", href: hrefs.accounts },
  { name: "accounts-add", href: hrefs.addAccount },
  { name: "outbox-empty", href: hrefs.outbox },
  { name: "merge-queue-empty", href: hrefs.mergeQueue },
  { name: "publishes-empty", href: hrefs.publishes() },
  { name: "publish", href: hrefs.publishes({ from: local, project: lantern }) },
  { name: "all-merge-requests", href: hrefs.allMergeRequests() },
  { name: "all-issues", href: hrefs.allIssues() },
  { name: "all-projects", href: hrefs.allProjects() },
  { name: "all-snippets", href: hrefs.allSnippets() },
  { name: "ci", href: hrefs.ci() },
  ...[
    "appearance",
    "editor",
    "keyboard",
    "notifications",
    "network",
    "storage",
    "tools",
    "diagnostics",
    "about",
  ].map((section) => ({ name: `settings-${section}`, href: hrefs.settings(section) })),
  { name: "projects", href: hrefs.projects(local) },
  { name: "project-new", href: hrefs.newProject(local) },
  { name: "groups", href: hrefs.groups(local) },
  { name: "group", href: hrefs.group(local, "fjord") },
  { name: "group-subgroups", href: hrefs.group(local, "fjord", { tab: "subgroups" }) },
  { name: "group-details", href: hrefs.group(local, "fjord", { tab: "details" }) },
  { name: "group-labels", href: hrefs.groupPart(local, "fjord", "labels") },
  { name: "group-milestones", href: hrefs.groupPart(local, "fjord", "milestones") },
  { name: "group-milestone", href: hrefs.milestone(local, { group: "fjord" }, 1) },
  { name: "group-merge-requests", href: hrefs.mergeRequests(local, "fjord") },
  { name: "merge-requests", href: hrefs.mergeRequests(local) },
  { name: "group-issues", href: hrefs.issues(local, "fjord") },
  { name: "issues", href: hrefs.issues(local) },
  { name: "service-search", href: hrefs.search(local, { q: "berth", scope: "blobs" }) },
  { name: "service-search-empty", href: hrefs.search(local) },
  { name: "me-profile", href: hrefs.me(local) },
  { name: "me-keys", href: hrefs.me(local, "keys") },
  { name: "me-notifications", href: hrefs.me(local, "notifications") },
  { name: "runners", href: hrefs.runners(local) },
  { name: "user", href: hrefs.user(local, "asa") },
  { name: "admin-users", href: hrefs.admin(local, "users") },
  { name: "admin-runners", href: hrefs.admin(local, "runners") },
  { name: "admin-hooks", href: hrefs.admin(local, "hooks") },
  { name: "admin-keys", href: hrefs.admin(local, "keys") },
  { name: "admin-snippets", href: hrefs.admin(local, "snippets") },
  { name: "reference", href: hrefs.reference(local) },
  { name: "reference-operation", href: hrefs.reference(local, "createBranch") },
  { name: "snippets", href: hrefs.snippets(local) },
  { name: "snippets-public", href: hrefs.snippets(local, "public") },
  { name: "snippet", href: hrefs.snippet(local, null, 8) },
  { name: "snippet-new", href: hrefs.snippet(local, null, "new") },
  { name: "snippet-edit", href: hrefs.snippetEdit(local, null, 8) },
  { name: "project", href: inLantern("overview") },
  { name: "project-empty", href: hrefs.project(local, "atlas/blank") },
  { name: "project-missing", href: hrefs.project(local, "fjord/nowhere") },
  { name: "files", href: inLantern("files") },
  { name: "file-code", href: inLantern("files", { ref: "main", path: "src/features/crew.ts" }) },
  {
    name: "file-blame",
    href: inLantern("files", { ref: "main", path: "src/features/crew.ts" }),
    open: click("button", "Blame"),
    close: click("button", "Blame"),
  },
  { name: "file-markdown", href: inLantern("files", { ref: "main", path: "README.md" }) },
  { name: "file-binary", href: inToolbox("assets/firmware.bin") },
  { name: "file-image", href: inToolbox("assets/pattern.png") },
  { name: "file-log", href: inToolbox("logs/pumps.log") },
  { name: "file-missing", href: inToolbox("no/such/file.txt") },
  { name: "folder-odd-names", href: inToolbox("odd names") },
  { name: "file-csv", href: hrefs.project(local, "atlas/tides", "files", { path: "data/tides.csv" }) },
  {
    name: "file-notebook",
    href: hrefs.project(local, "atlas/tides", "files", { path: "notebooks/levels.ipynb" }),
  },
  { name: "edit", href: inLantern("edit", { ref: "main", path: "src/board.tsx" }) },
  { name: "changes-empty", href: inLantern("changes", { ref: "main" }) },
  { name: "commits", href: inLantern("commits") },
  { name: "commits-graph", href: inLantern("commits", { all: "1" }) },
  { name: "commit", href: hrefs.commit(local, lantern, "main") },
  { name: "branches", href: inLantern("branches") },
  { name: "search", href: inLantern("search", { q: "berth" }) },
  { name: "search-empty", href: inLantern("search") },
  { name: "compare", href: inLantern("compare", { from: "v0.1.0", to: "v0.2.0" }) },
  { name: "compare-empty", href: inLantern("compare") },
  { name: "project-runners", href: inBeacon("runners") },
  { name: "project-merge-requests", href: inLantern("merge_requests") },
  { name: "stack", href: hrefs.stack(local, lantern, 27) },
  { name: "merge-requests-empty", href: hrefs.project(local, "atlas/tides", "merge_requests") },
  { name: "review-overview", href: review("overview") },
  { name: "review-changes", href: review("changes") },
  { name: "review-commits", href: review("commits") },
  { name: "review-pipelines", href: review("pipelines") },
  { name: "pipelines", href: inBeacon("pipelines") },
  { name: "pipelines-empty", href: hrefs.project(local, "atlas/tides", "pipelines") },
  { name: "pipeline", href: hrefs.pipeline(local, beacon, 54) },
  { name: "pipeline-timeline", href: hrefs.pipeline(local, beacon, 54, { view: "timeline" }) },
  { name: "pipeline-jobs", href: hrefs.pipeline(local, beacon, 54, { view: "jobs" }) },
  { name: "jobs", href: inBeacon("jobs") },
  { name: "pipeline-comparison", href: hrefs.pipelineComparison(local, beacon, 54, 52) },
  { name: "flaky-tests", href: inBeacon("flaky_tests", { show: "failed" }) },
  { name: "flaky-tests-none", href: inBeacon("flaky_tests") },
  { name: "schedules", href: inBeacon("schedules") },
  { name: "schedules-empty", href: hrefs.project(local, "atlas/tides", "schedules") },
  { name: "job-log", href: hrefs.job(local, beacon, 267) },
  { name: "job-artifacts", href: hrefs.jobTab(local, beacon, 267, "artifacts") },
  { name: "job-tests", href: hrefs.jobTab(local, beacon, 297, "tests") },
  { name: "artifacts", href: inBeacon("artifacts", { ref: "main", job: "package" }) },
  { name: "environments", href: inBeacon("environments") },
  { name: "environment", href: hrefs.environment(local, beacon, 2) },
  { name: "wiki", href: hrefs.wiki(local, lantern) },
  { name: "wiki-edit", href: hrefs.wiki(local, lantern, { kind: "edit", slug: "home" }) },
  { name: "wiki-history", href: hrefs.wiki(local, lantern, { kind: "history", slug: "home" }) },
  { name: "wiki-new", href: hrefs.wiki(local, lantern, { kind: "new" }) },
  { name: "wiki-search", href: hrefs.wiki(local, lantern, { kind: "search" }, { q: "berth" }) },
  { name: "wiki-empty", href: hrefs.wiki(local, "atlas/tides") },
  { name: "project-issues", href: inLantern("issues") },
  { name: "project-issues-empty", href: hrefs.project(local, "atlas/blank", "issues") },
  { name: "board", href: inLantern("boards") },
  { name: "project-settings", href: inLantern("settings") },
  ...settingsTabs.map(({ id }) => ({
    name: `project-settings-${id}`,
    href: inLantern("settings", { tab: id }),
  })),
  { name: "milestone", href: hrefs.milestone(local, { project: lantern }, 2) },
  { name: "issue", href: hrefs.issue(local, lantern, 1) },
  { name: "project-snippets", href: inLantern("snippets") },
  { name: "project-snippet", href: hrefs.snippet(local, lantern, 1) },
  { name: "project-snippet-new", href: hrefs.snippet(local, lantern, "new") },
  { name: "project-snippet-edit", href: hrefs.snippetEdit(local, lantern, 1) },
  { name: "page-not-found", href: "/nowhere" },
  { name: "account-not-found", href: hrefs.projects("gone") },
  {
    name: "palette",
    href: inLantern("overview"),
    open: async (page) => {
      await page.keyboard.press("Control+K");
      await page.keyboard.type("har");
    },
  },
  {
    name: "shortcuts",
    href: inLantern("overview"),
    open: async (page) => page.getByRole("contentinfo").getByRole("button", { name: "Shortcuts" }).click(),
  },
  { name: "group-new", href: hrefs.groups(local, { create: "1" }) },
  { name: "branch-new", href: inLantern("branches"), open: click("button", "New branch") },
  {
    name: "merge-request-new",
    href: inLantern("merge_requests"),
    open: click("button", "New merge request"),
  },
  { name: "issue-new", href: inLantern("issues"), open: click("button", "New issue") },
  { name: "pipeline-run", href: inBeacon("pipelines"), open: click("button", "Run pipeline") },
  ...openedViews,
  ...fileStates,
  ...repositoryStates,
  ...reviewStates,
  ...accountStates,
  ...projectStates,
  ...jobStates,
  ...ciStates,
  ...windowStates,
];

const visited = new Set(own.filter(({ open }) => !open).map(({ href }) => findPage(href)?.page.path));

/** Views of a project whose address says all that they show. */
const ofPages: readonly SweptView[] = pages
  .filter(
    ({ path }) => path.startsWith(`${projectRoutePath}/`) && !/\$/.test(path.slice(projectRoutePath.length)),
  )
  .filter(({ path }) => !visited.has(path))
  .map(({ name, path }) => ({
    name: name.replaceAll("_", "-"),
    href: fillPath(path, { account: local, project: lantern }),
  }));

/** Every screen of the app in the sample, and its main dialogs, empty and error states. */
export const sweptViews: readonly SweptView[] = [...own, ...ofPages];
