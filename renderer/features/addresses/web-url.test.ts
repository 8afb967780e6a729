import { afterEach, describe, expect, it, vi } from "vitest";
import { registerViews } from "../../app/compose-views.ts";
import { hrefOfAppUrl } from "../../app/navigation/app-location.ts";
import { useHostState } from "../../state/host-state.ts";
import { hrefs, type ListPart } from "./hrefs.ts";
import { hrefOfLink } from "./web-link.ts";
import { shareUrl, webPageUrl, webUrl } from "./web-url.ts";

registerViews();

const account = { id: "1", url: "https://code.example/forge" };
const url = (href: string) => webUrl(href, account.url);
const sha = "c".repeat(40);
const project = (part: ListPart, search?: Record<string, string>, hash?: string) =>
  hrefs.project("1", "g/s/p.js", part, search, hash);

describe("the page of an address in a service's web interface", () => {
  it.each([
    [project("files", { ref: sha, path: "src/a b.ts" }, "L3-9"), `blob/${sha}/src/a%20b.ts#L3-9`],
    [project("files", { ref: sha, path: "README.md", plain: "1" }, "L3"), `blob/${sha}/README.md?plain=1#L3`],
    [hrefs.job("1", "g/s/p.js", 42, {}, "L3"), "jobs/42#L3"],
    [hrefs.mergeRequest("1", "g/s/p.js", 7), "merge_requests/7"],
    [hrefs.commit("1", "g/s/p.js", sha), `commit/${sha}`],
    [
      hrefs.wiki("1", "g/s/p.js", { kind: "page", slug: "docs/Set-up" }, {}, "wiring"),
      "wikis/docs/Set-up#wiring",
    ],
  ])("of %s is %s", (href, page) => {
    expect(url(href)).toBe(`https://code.example/forge/g/s/p.js/-/${page}`);
  });

  it.each([
    project("overview"),
    project("files"),
    project("files", { path: "odd names/issue #7?%.txt" }),
    project("files", { ref: "main", path: "src" }),
    project("files", { ref: "main", path: "a.ts", blame: "1" }, "L3-9"),
    project("edit", { ref: "main", path: "src/a.ts" }),
    project("edit", { ref: "main" }),
    project("commits"),
    project("commits", { ref: "main", path: "src", author: "ada", message: "tide tables" }),
    project("commits", { all: "1" }),
    hrefs.commit("1", "g/p", sha),
    project("branches", { search: "feat" }),
    project("tags"),
    project("tags", { search: "v1" }),
    project("releases"),
    project("releases", {}, "v1.0"),
    project("releases", {}, "100%"),
    project("contributors"),
    project("compare"),
    project("compare", { from: "v1.0", to: "feat/x" }),
    project("compare", { from: "main", to: "feat", straight: "1" }),
    project("runners"),
    project("merge_requests"),
    project("merge_requests", { q: 'state:merged author:ada label:"needs review" label:bug tide tables' }),
    project("merge_requests", { create: "1", source: "feat/x", target: "main" }),
    hrefs.mergeRequest("1", "g/p", 7),
    hrefs.mergeRequest("1", "g/p", 7, { tab: "changes" }, "note_3"),
    project("pipelines"),
    project("pipelines", { run: "1" }),
    hrefs.pipeline("1", "g/p", 5),
    project("jobs"),
    project("schedules"),
    project("schedules", { show: "inactive" }),
    project("schedules", { create: "1" }),
    project("schedules", { edit: "3" }),
    hrefs.job("1", "g/p", 42, {}, "L10-20"),
    hrefs.job("1", "g/p", 42, { view: "raw" }),
    hrefs.jobTab("1", "g/p", 42, "artifacts"),
    project("environments"),
    hrefs.environment("1", "g/p", 3),
    project("labels"),
    project("milestones"),
    hrefs.milestone("1", { project: "g/p" }, 3),
    hrefs.milestone("1", { group: "g/s" }, 3),
    hrefs.groupPart("1", "g/s", "labels"),
    hrefs.groupPart("1", "g/s", "milestones"),
    project("issues"),
    project("issues", { q: "state:closed author:ada label:bug is:confidential tide" }),
    project("issues", { create: "1" }),
    project("boards"),
    hrefs.issues("1"),
    hrefs.issues("1", "g/s", { q: "assignee:None" }),
    hrefs.issue("1", "g/p", 3),
    project("snippets"),
    hrefs.snippet("1", "g/p", 3),
    hrefs.snippet("1", "g/p", "new"),
    hrefs.snippetEdit("1", "g/p", 3),
    hrefs.wiki("1", "g/p", { kind: "page", slug: "docs/Set-up" }, {}, "wiring"),
    hrefs.wiki("1", "g/p", { kind: "edit", slug: "docs/Set-up" }),
    hrefs.wiki("1", "g/p", { kind: "history", slug: "Set up" }),
    hrefs.wiki("1", "g/p", { kind: "new" }),
    project("members"),
    project("fork"),
    hrefs.newProject("1"),
    hrefs.projects("1"),
    hrefs.groups("1"),
    hrefs.group("1", "g/s"),
    hrefs.mergeRequests("1"),
    hrefs.mergeRequests("1", "g/s"),
    hrefs.mergeRequests("1", "g/s", { q: "state:all" }),
    hrefs.me("1"),
    hrefs.me("1", "keys"),
    hrefs.me("1", "notifications"),
    hrefs.runners("1"),
    hrefs.user("1", "a.da"),
    hrefs.admin("1"),
    hrefs.admin("1", "users"),
    hrefs.admin("1", "hooks"),
    hrefs.snippets("1"),
    hrefs.snippets("1", "public"),
    hrefs.snippet("1", null, 3),
    hrefs.snippet("1", null, "new"),
    hrefs.snippetEdit("1", null, 3),
  ])("%s is read back", (href) => {
    expect(hrefOfLink(url(href) ?? "", [account])).toBe(href);
  });

  it.each([
    hrefs.home,
    hrefs.outbox,
    hrefs.settings(),
    hrefs.reference("1"),
    project("changes", { ref: "main" }),
    project("search", { q: "x" }),
    project("settings"),
    hrefs.wiki("1", "g/p", { kind: "search" }),
  ])("%s has none", (href) => {
    expect(url(href)).toBeNull();
  });
});

describe("share url", () => {
  const account = (id: string, kind: "local" | "remote", url: string) =>
    ({ id, kind, url, name: id, token: "memory", check: null }) as const;

  afterEach(() => {
    vi.unstubAllGlobals();
    useHostState.setState({ accounts: null });
  });

  it.each(["app://helve", "http://127.0.0.1:4000"])(
    "copies what can be opened, in a shell at %s",
    (origin) => {
      vi.stubGlobal("location", { origin });
      useHostState.setState({
        accounts: [
          account("local", "local", "http://127.0.0.1:22101"),
          account("1", "remote", "https://code.example"),
        ],
      });
      const lines = (id: string) => hrefs.project(id, "g/p", "files", { ref: "main", path: "a b.ts" }, "L3");
      expect(shareUrl(lines("1"))).toBe("https://code.example/g/p/-/blob/main/a%20b.ts#L3");
      expect(webPageUrl(hrefs.issue("1", "g/p", 7))).toBe("https://code.example/g/p/-/issues/7");
      expect(webPageUrl(hrefs.issue("local", "g/p", 7))).toBeNull();
      for (const href of [
        lines("local"),
        hrefs.project("1", "g/p", "changes"),
        hrefs.settings(),
        hrefs.home,
      ]) {
        expect(shareUrl(href)).toBe(origin + href);
        expect(hrefOfAppUrl(` ${origin}${href}\n`)).toBe(href);
        expect(hrefOfAppUrl(`app://helve${href}`)).toBe(href);
      }
      for (const text of [
        `${origin}/-/accounts`,
        `${origin}/nowhere`,
        origin,
        "https://code.example/a/1",
        "a/1",
      ])
        expect(hrefOfAppUrl(text)).toBeNull();
    },
  );
});
