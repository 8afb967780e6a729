import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { registerViews } from "../../app/compose-views.ts";
import { hrefOfLink, readWebLink, readWebPath, resolveWebLink } from "./web-link.ts";

registerViews();

const root = { id: "root", url: "https://code.example" };
const accounts = [root, { id: "sub", url: "https://other.example/forge" }];
const project = "/a/root/p/g%2Fp";

describe("links to a service's web interface", () => {
  it.each([
    ["", project],
    [".git", project],
    ["/-/commit/abc123", `${project}/commits/abc123`],
    ["/-/tree/main", `${project}/files?ref=main`],
    ["/-/tree/main/src/app?ref_type=heads", `${project}/files?ref=main&path=src%2Fapp`],
    ["/-/blob/main/src/a%20b.ts#L3-L9", `${project}/files?ref=main&path=src%2Fa+b.ts#L3-9`],
    ["/-/blob/main/README.md?plain=1#L3", `${project}/files?ref=main&path=README.md&plain=1#L3`],
    ["/-/blob/HEAD/README.md", `${project}/files?path=README.md`],
    ["/-/blame/main/src/a.ts#L3", `${project}/files?ref=main&path=src%2Fa.ts&blame=1#L3`],
    ["/-/edit/main/src/a.ts", `${project}/edit?ref=main&path=src%2Fa.ts`],
    ["/-/commits/main/src", `${project}/commits?ref=main&path=src`],
    ["/-/compare/v1.0...feat/x", `${project}/compare?from=v1.0&to=feat%2Fx`],
    ["/-/compare/main..feat", `${project}/compare?from=main&to=feat&straight=1`],
    ["/-/compare?from=main&to=feat", `${project}/compare?from=main&to=feat`],
    ["/-/branches/all", `${project}/branches`],
    ["/-/tags/v1.0", `${project}/tags?search=v1.0`],
    ["/-/releases/v1.0", `${project}/releases#v1.0`],
    ["/-/graphs/main", `${project}/contributors`],
    ["/-/network/main", `${project}/commits?all=1`],
    ["/-/merge_requests", `${project}/merge_requests`],
    [
      "/-/merge_requests?state=merged&author_username=ada",
      `${project}/merge_requests?q=state%3Amerged+author%3Aada`,
    ],
    ["/-/merge_requests/new", `${project}/merge_requests?create=1`],
    [
      "/-/merge_requests/new?merge_request%5Bsource_branch%5D=feat%2Fx",
      `${project}/merge_requests?create=1&source=feat%2Fx`,
    ],
    ["/-/merge_requests/7/diffs", `${project}/merge_requests/7?tab=changes`],
    ["/merge_requests/7", `${project}/merge_requests/7`],
    ["/-/pipelines/new", `${project}/pipelines?run=1`],
    ["/-/pipelines/5/builds", `${project}/pipelines/5?view=jobs`],
    ["/-/jobs/42#L10", `${project}/jobs/42#L10`],
    ["/-/jobs/42#L10-L12", `${project}/jobs/42#L10-12`],
    ["/-/jobs/42/artifacts/browse", `${project}/jobs/42/artifacts`],
    ["/-/jobs/42/raw", `${project}/jobs/42?view=raw`],
    ["/-/issues", `${project}/issues`],
    [
      "/-/issues?state=closed&label_name%5B%5D=bug&assignee_id=None&confidential=yes&sort=due_date&search=tide",
      `${project}/issues?q=state%3Aclosed+assignee%3ANone+label%3Abug+is%3Aconfidential+sort%3Adue-asc+tide`,
    ],
    ["/-/issues/new", `${project}/issues?create=1`],
    ["/-/work_items/7", `${project}/issues/7`],
    ["/-/issues/incident/7", `${project}/issues/7`],
    ["/-/boards", `${project}/boards`],
    ["/-/boards/12", `${project}/boards`],
    ["/-/issues/7#note_3", `${project}/issues/7#note_3`],
    ["/-/environments/3", `${project}/environments/3`],
    ["/-/labels", `${project}/labels`],
    ["/-/milestones/2", `${project}/milestones/2`],
    ["/-/project_members", `${project}/members`],
    ["/-/forks/new", `${project}/fork`],
    ["/edit", `${project}/settings`],
    ["/-/wikis/docs/Set-up#wiring", `${project}/wiki/docs%2FSet-up#wiring`],
    ["/-/wikis/pages", `${project}/wiki`],
    ["/-/snippets/7", `${project}/snippets/7`],
    ["/snippets/7", `${project}/snippets/7`],
    ["/tree/main/src", `${project}/files?ref=main&path=src`],
  ])("a project's page %s is %s", (page, href) => {
    expect(hrefOfLink(`https://code.example/g/p${page}`, accounts)).toBe(href);
    expect(hrefOfLink(`helve://code.example/g/p${page}`, accounts)).toBe(href);
  });

  it.each([
    ["", "/a/sub/projects"],
    ["/groups/a/b", "/a/sub/groups/a%2Fb"],
    ["/groups/a/-/merge_requests", "/a/sub/groups/a/merge_requests"],
    ["/groups/a/-/labels", "/a/sub/groups/a/labels"],
    ["/groups/a/-/milestones/2", "/a/sub/groups/a/milestones/2"],
    ["/dashboard/merge_requests", "/a/sub/merge_requests"],
    ["/dashboard/projects", "/a/sub/projects"],
    ["/explore/snippets", "/a/sub/snippets?list=public"],
    ["/users/ada/projects", "/a/sub/users/ada"],
    ["/admin/users", "/a/sub/admin/users"],
    ["/-/user_settings/ssh_keys", "/a/sub/me/keys"],
    ["/-/profile", "/a/sub/me/profile"],
    ["/-/snippets/7", "/a/sub/snippets/7"],
    ["/snippets/7", "/a/sub/snippets/7"],
  ])("a page of the service %s is %s", (page, href) => {
    expect(hrefOfLink(`https://other.example/forge${page}`, accounts)).toBe(href);
  });

  it.each([
    ["g/p/-/merge_requests/nowhere", "merge requests", project],
    ["groups/g/-/epics/3", "epics", "/a/root/groups/g"],
    ["dashboard/todos", "todos", "/a/root/projects"],
    ["-/user_settings/personal_access_tokens", "profile", "/a/root/projects"],
  ])("%s is named as a page that the app does not have", (path, page, nearest) => {
    const url = `https://code.example/${path}`;
    expect(readWebLink(url, accounts)).toEqual({ kind: "unsupported", page, nearest, url });
    expect(hrefOfLink(url, accounts)).toBeNull();
  });

  it("that belong to no account are left", () => {
    expect(readWebLink("https://elsewhere.example/g/p", accounts)).toBeNull();
    expect(readWebLink("https://other.example/g/p", accounts)).toBeNull();
    expect(readWebLink("not a link", accounts)).toBeNull();
  });

  it("are read without their host too", () => {
    const page = (text: string, here: string | null) => {
      const link = readWebPath(text, root, here);
      return link?.kind === "page" ? link.href : link;
    };
    expect(page("/-/merge_requests/new", "g/p")).toBe(`${project}/merge_requests?create=1`);
    expect(page("/-/merge_requests/new", null)).toBeNull();
    expect(page("g/p/-/tree/main", null)).toBe(`${project}/files?ref=main`);
    expect(page("/g/p/-/jobs/4", "other/one")).toBe(`${project}/jobs/4`);
    for (const text of ["src/-app", "/-", "a b/-/c", "harbor"]) expect(page(text, "g/p")).toBeNull();
  });
});

describe("an ambiguous link", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const resolved = async (url: string, responses: Readonly<Record<string, unknown>>) => {
    vi.stubGlobal("fetch", async (url: string) => {
      const found = Object.entries(responses).find(([part]) => url.includes(part));
      if (found) return Response.json(found[1]);
      return Response.json({ code: "not_found", message: "Not found", status: 404 }, { status: 404 });
    });
    const link = readWebLink(url, accounts);
    if (link?.kind !== "page") throw new Error("The link is not a page");
    return resolveWebLink(new QueryClient({ defaultOptions: { queries: { retry: false } } }), link);
  };
  const commit = { id: "a".repeat(40), short_id: "aaaaaaaa", title: "t", created_at: "2026-01-01T00:00:00Z" };

  it("gets the ref that the project has, with its slashes", async () => {
    const lists = {
      "/branches": [
        { name: "feat/x", commit },
        { name: "feat/xy", commit },
      ],
      "/tags": [],
    };
    expect(await resolved("https://code.example/g/p/-/tree/feat/x/src/a", lists)).toBe(
      `${project}/files?ref=feat%2Fx&path=src%2Fa`,
    );
    expect(await resolved("https://code.example/g/p/-/commits/feat/x", lists)).toBe(
      `${project}/commits?ref=feat%2Fx`,
    );
    const none = { "/branches": [], "/tags": [] };
    expect(await resolved("https://code.example/g/p/-/tree/main/src", none)).toBe(
      `${project}/files?ref=main&path=src`,
    );
    // A service that cannot be asked.
    expect(await resolved("https://code.example/g/p/-/tree/main/src", {})).toBe(
      `${project}/files?ref=main&path=src`,
    );
  });

  it("is a group, else a user", async () => {
    const group = {
      id: 1,
      name: "Fjord",
      path: "fjord",
      full_path: "fjord",
      full_name: "Fjord",
      web_url: "",
    };
    expect(await resolved("https://code.example/fjord", { "/groups/fjord": group })).toBe(
      "/a/root/groups/fjord",
    );
    expect(await resolved("https://code.example/ada", {})).toBe("/a/root/users/ada");
  });
});
