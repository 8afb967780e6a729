import { describe, expect, it } from "vitest";
import { projectRoutePath } from "../features/addresses/define-view.ts";
import { hrefs, type ListPart } from "../features/addresses/hrefs.ts";
import { router } from "./app.tsx";
import { parseAddress } from "./navigation/app-location.ts";
import { pages } from "./views.ts";

const account = "a 1";
const project = "group/sub group/p.js";
const search = { ref: "feat/ü #1&2", path: "src/a+b %41.ts" };
const isListPart = (part: string): part is ListPart => part !== "" && !part.includes("/");
/** The views of a project whose address names no single entry. */
const parts = pages
  .flatMap(({ path }) =>
    path.startsWith(`${projectRoutePath}/`) ? [path.slice(projectRoutePath.length + 1)] : [],
  )
  .filter(isListPart);

/** Every function of the address book, with what it builds. */
const addresses: Readonly<Record<keyof typeof hrefs, readonly string[]>> = {
  accountRoot: [],
  accounts: [hrefs.accounts],
  addAccount: [hrefs.addAccount],
  admin: [hrefs.admin(account), hrefs.admin(account, "users", { q: "a b" })],
  allIssues: [hrefs.allIssues({ q: "label:bug" })],
  allMergeRequests: [hrefs.allMergeRequests({ q: "label:bug" })],
  allProjects: [hrefs.allProjects({ search: "lamp" })],
  allSnippets: [hrefs.allSnippets()],
  ci: [hrefs.ci({ show: "running" })],
  commit: [hrefs.commit(account, project, "abc")],
  environment: [hrefs.environment(account, project, 3)],
  group: [hrefs.group(account, "g/s", { tab: "about" })],
  groupPart: [hrefs.groupPart(account, "g/s", "labels"), hrefs.groupPart(account, "g/s", "milestones")],
  groups: [hrefs.groups(account)],
  home: [hrefs.home],
  issue: [hrefs.issue(account, project, 3)],
  issues: [hrefs.issues(account), hrefs.issues(account, "g/s")],
  job: [hrefs.job(account, project, 7, { view: "raw" }, "L3-9")],
  pipelineComparison: [
    hrefs.pipelineComparison(account, project, 7, 6),
    hrefs.pipelineComparison(account, project, 7, "branch"),
  ],
  jobTab: [hrefs.jobTab(account, project, 7, "artifacts"), hrefs.jobTab(account, project, 7, "tests")],
  me: [hrefs.me(account), hrefs.me(account, "keys")],
  mergeRequest: [hrefs.mergeRequest(account, project, 9, { tab: "changes" })],
  mergeRequests: [hrefs.mergeRequests(account), hrefs.mergeRequests(account, "g/s")],
  mergeQueue: [hrefs.mergeQueue],
  milestone: [
    hrefs.milestone(account, { project }, 2, { tab: "description" }),
    hrefs.milestone(account, { group: "g/s" }, 2),
  ],
  newProject: [hrefs.newProject(account)],
  outbox: [hrefs.outbox],
  pipeline: [hrefs.pipeline(account, project, 5)],
  project: [
    hrefs.project(account, project),
    hrefs.project(account, project, "files", search, "L1"),
    ...parts.map((part) => hrefs.project(account, project, part)),
  ],
  projects: [hrefs.projects(account, { order: "name" })],
  publishes: [hrefs.publishes(), hrefs.publishes({ from: account, project })],
  reference: [hrefs.reference(account), hrefs.reference(account, "listBranches")],
  search: [hrefs.search(account), hrefs.search(account, { q: "a b", scope: "issues", group: "g/s" })],
  runners: [hrefs.runners(account)],
  settings: [hrefs.settings(), hrefs.settings("network")],
  snippet: [hrefs.snippet(account, null, "new"), hrefs.snippet(account, project, 4)],
  snippetEdit: [hrefs.snippetEdit(account, null, 4), hrefs.snippetEdit(account, project, 4)],
  snippets: [hrefs.snippets(account), hrefs.snippets(account, "public")],
  stack: [hrefs.stack(account, project, 9)],
  user: [hrefs.user(account, "a.da")],
  wiki: [
    hrefs.wiki(account, project),
    hrefs.wiki(account, project, { kind: "edit", slug: "a/b c" }, { version: "1" }, "top"),
    hrefs.wiki(account, project, { kind: "new" }),
  ],
};
const all = Object.values(addresses).flat();

const pathOf = (href: string) => href.split(/[?#]/, 1)[0] ?? "";

/** Returns the path of the route that an address matches, undefined where it matches only the beginning of it. */
function routeOf(href: string): string | undefined {
  const [, params, route] = router.getMatchedRoutes(pathOf(href));
  return route === undefined || "**" in params ? undefined : route.fullPath.replace(/(.)\/$/, "$1");
}

describe("router and address book", () => {
  it.each(all)("have a route and a location for %s", (href) => {
    expect(routeOf(href)).toBeDefined();
    expect(parseAddress(href).kind).not.toBe("unknown");
    expect(router.buildLocation({ to: ".", ...{ href } }).href).toBe(href);
  });

  it("have an address for every route", () => {
    // These only lead on to a route below them, which the address matches too.
    const leading = [
      "/accounts",
      "/settings",
      "/a/$account/me",
      "/a/$account",
      "/a/$account/p/$project/wiki",
    ];
    const reached = new Set(all.map(routeOf));
    const missing = Object.keys(router.routesByPath).filter((path) => !reached.has(path));
    expect(missing.filter((path) => !leading.includes(path))).toEqual([]);
  });

  it("agree that anything else is unknown", () => {
    for (const href of ["/a/1/p/x%2Fy/merge_requests/nine", "/a/1/p/x%2Fy/jobs/new/artifacts"]) {
      expect(parseAddress(href).kind).toBe("unknown");
    }
    for (const href of ["/nowhere", "/a/1/p/x%2Fy/nowhere", "/a/1/p"]) {
      expect(routeOf(href)).toBeUndefined();
      expect(parseAddress(href).kind).toBe("unknown");
    }
  });
});
