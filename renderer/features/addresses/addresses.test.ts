import { describe, expect, it } from "vitest";
import { accountOf, describeAddress, parseAddress } from "../../app/navigation/app-location.ts";
import { hrefs } from "./hrefs.ts";
import { parsePlainSearch, stringifyPlainSearch } from "./plain-search.ts";

const name = (id: string) => `account ${id}`;

describe("addresses", () => {
  it("reads back every address that it writes", () => {
    expect(parseAddress(hrefs.home)).toEqual({ kind: "home" });
    expect(parseAddress(hrefs.settings("network"))).toEqual({ kind: "settings", section: "network" });
    expect(parseAddress(hrefs.groups("1"))).toEqual({ kind: "groups", account: "1" });
    expect(parseAddress(hrefs.group("1", "a/b c"))).toEqual({ kind: "group", account: "1", group: "a/b c" });
    const file = { ref: "feat/ü #1", path: "src/a&b=c+d %41.ts" };
    expect(parseAddress(hrefs.project("1", "g/s/p.js", "files", file, "L10-20"))).toEqual({
      kind: "project",
      account: "1",
      project: "g/s/p.js",
      part: "files",
      search: file,
    });
    expect(parseAddress(hrefs.commit("x", "g/p", "abc"))).toMatchObject({ part: "commit", sha: "abc" });
    for (const part of [
      "branches",
      "tags",
      "releases",
      "search",
      "compare",
      "contributors",
      "runners",
      "merge_requests",
      "issues",
      "snippets",
    ] as const)
      expect(parseAddress(hrefs.project("1", "g/p", part))).toMatchObject({ kind: "project", part });
    expect(parseAddress(hrefs.mergeRequest("1", "g/p", "7"))).toMatchObject({
      part: "merge_request",
      iid: "7",
    });
    expect(parseAddress(hrefs.mergeRequests("1", "g/s"))).toEqual({
      kind: "merge_requests",
      account: "1",
      group: "g/s",
    });
    expect(parseAddress(hrefs.ci())).toEqual({ kind: "ci" });
    expect(parseAddress(hrefs.project("1", "g/p", "pipelines"))).toMatchObject({ part: "pipelines" });
    expect(parseAddress(hrefs.project("1", "g/p", "jobs"))).toMatchObject({ part: "jobs" });
    expect(parseAddress(hrefs.pipeline("1", "g/p", "9"))).toMatchObject({ part: "pipeline", iid: "9" });
    expect(parseAddress(hrefs.runners("1"))).toEqual({ kind: "runners", account: "1" });
    expect(parseAddress(hrefs.user("1", "a.da"))).toEqual({ kind: "user", account: "1", username: "a.da" });
    expect(parseAddress(hrefs.admin("1"))).toEqual({ kind: "admin", account: "1" });
    expect(parseAddress(hrefs.admin("1", "hooks"))).toEqual({ kind: "admin", account: "1", tab: "hooks" });
    expect(parseAddress(hrefs.me("1", "keys"))).toEqual({ kind: "me", account: "1", tab: "keys" });
    expect(parseAddress(hrefs.issue("1", "g/p", "3"))).toMatchObject({ part: "issue", iid: "3" });
    expect(parseAddress(hrefs.snippet("1", "g/p", "3"))).toMatchObject({ part: "snippet", iid: "3" });
    expect(parseAddress(hrefs.snippet("1", null, "3"))).toEqual({ kind: "snippet", account: "1", iid: "3" });
    expect(parseAddress(hrefs.snippets("1", "public"))).toMatchObject({
      kind: "snippets",
      search: { list: "public" },
    });
    expect(parseAddress("/a/1/snippets/7/edit")).toMatchObject({ kind: "snippet", iid: "7" });
    expect(parseAddress("/a/1/snippets/new")).toMatchObject({ kind: "snippet", iid: "new" });
    expect(parseAddress("/a/1/snippets/seven")).toEqual({ kind: "unknown" });
    expect(parseAddress(hrefs.job("1", "g/p", 42, {}, "L3-9"))).toMatchObject({ part: "job", iid: "42" });
    expect(parseAddress(hrefs.jobTab("1", "g/p", 42, "tests"))).toMatchObject({
      part: "job_tests",
      iid: "42",
    });
    expect(parseAddress(hrefs.environment("1", "g/p", 3))).toMatchObject({ part: "environment", iid: "3" });
    expect(parseAddress(hrefs.wiki("1", "g/p", { kind: "edit", slug: "a/b c" }))).toMatchObject({
      part: "wiki",
      wiki: { kind: "edit", slug: "a/b c" },
    });
    expect(parseAddress(hrefs.wiki("1", "g/p"))).toMatchObject({ wiki: { kind: "page", slug: "home" } });
    expect(parseAddress("/a/1/p/x%2Fy/nowhere")).toEqual({ kind: "unknown" });
    expect(parseAddress("/a/%E0%A4%A/projects")).toEqual({ kind: "projects", account: "%E0%A4%A" });
  });

  it("returns the account of a location", () => {
    expect(accountOf(parseAddress("/a/7/projects"))).toBe("7");
    expect(accountOf(parseAddress(hrefs.accounts))).toBeNull();
    expect(parseAddress("/accounts?add=1")).toEqual(parseAddress(hrefs.addAccount));
  });

  it("keeps search parameters as text", () => {
    expect(parsePlainSearch("?ref=1e5&path=true&n=007")).toEqual({ ref: "1e5", path: "true", n: "007" });
    expect(stringifyPlainSearch({ ref: "1e5", path: "", none: undefined })).toBe("?ref=1e5");
  });

  it("names tabs and gives each group its crumb", () => {
    const file = describeAddress(hrefs.project("1", "g/s/p", "files", { path: "src/app.ts" }), name);
    expect(file.title).toBe("app.ts · p");
    expect(file.crumbs.map(({ label }) => label)).toEqual(["g", "s", "p", "Files"]);
    expect(file.crumbs[1]?.href).toBe("/a/1/groups/g%2Fs");
    expect(describeAddress("/a/1/projects", name).crumbs[0]?.label).toBe("account 1");
    expect(describeAddress("/a/1/projects", () => null).title).toBe("Account not found");
    const environment = hrefs.environment("1", "g/p", 2);
    expect(describeAddress(environment, name).title).toBe("Environment #2 · p");
    const staging = describeAddress(environment, name, "staging");
    expect(describeAddress(hrefs.settings("notifications"), name).title).toBe("Notification settings");
    expect([staging.title, staging.crumbs.at(-1)?.label]).toEqual(["staging · p", "staging"]);
  });
});
