import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { getMergeRequest, listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { fetchOperation } from "../../api/fetch-operation.ts";
import { createQueryClient } from "../../api/query-client.ts";
import { turnQuery } from "../../features/merge-requests/turn-query.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const rows = async () =>
  within(await screen.findByRole("list", { name: "Merge requests" })).findAllByRole("listitem");

it("shows whose turn each merge request is, in the list, by the filter and in its head", async () => {
  await app.open(projectPath("fjord/lantern", "merge_requests"));
  expect((await screen.findAllByRole("img", { name: /^(Waiting for|Ready to merge)/ }))[0]).toBeVisible();
  await app.open(`${projectPath("fjord/lantern", "merge_requests")}?q=turn%3Ame`);
  await waitFor(async () => {
    const found = await rows();
    const marks = screen.getAllByRole("img", { name: /^Waiting for you: / });
    expect(found.length).toBeGreaterThan(0);
    expect(marks).toHaveLength(found.length);
  });
  await waitFor(() => expect(screen.queryByText(/^Reading whose turn/)).toBeNull());
  const [first] = await rows();
  const link = first?.querySelector("a");
  const reason = screen.getAllByRole("img", { name: /^Waiting for you: / })[0]?.getAttribute("aria-label");
  await app.open(link?.getAttribute("href") ?? "");
  expect(await screen.findByText(reason ?? "")).toBeVisible();
});

it("reads comments where the service has no threads, and says that nothing waits for the user", async () => {
  interceptRequests(/\/discussions\?/, () =>
    Response.json({ code: "not_found", message: "404", status: 404 }, { status: 404 }),
  );
  const notes: string[] = [];
  interceptRequests(/^GET .*\/merge_requests\/\d+\/notes\?/, (send, url) => {
    notes.push(url.pathname);
    return send();
  });
  await app.open(
    `${projectPath("fjord/lantern", "merge_requests")}?q=${encodeURIComponent("turn:me author:@nobody-at-all")}`,
  );
  expect(await screen.findByText("No matching merge requests")).toBeVisible();
  await app.open(`${projectPath("fjord/lantern", "merge_requests")}?q=turn%3Areviewers`);
  await waitFor(() => expect(notes.length).toBeGreaterThan(0));
});

it("reads threads again that lack comments which the merge request counts", async () => {
  await app.open(projectPath("fjord/lantern", "merge_requests"));
  const project = { id: "fjord/lantern" };
  const me = await fetchOperation("local", getCurrentUser, {});
  const asked = await fetchOperation("local", listProjectMergeRequests, { ...project, state: "opened" });
  const client = createQueryClient();
  const turn = async (merge_request_iid: number) => {
    const mergeRequest = await fetchOperation("local", getMergeRequest, { ...project, merge_request_iid });
    return client.fetchQuery(turnQuery(client, { account: "local", project: project.id, mergeRequest, me }));
  };
  // Other tests of the same service change some.
  let iid: number | undefined;
  for (const each of asked) {
    if (each.draft || each.author?.id === me.id) continue;
    if (!(await turn(each.iid))?.reasons.includes("review requested")) continue;
    iid = each.iid;
    break;
  }
  if (iid === undefined) throw new Error("Nothing waits for the user");
  // As by another program: nothing tells the page.
  await fetchOperation("local", createMergeRequestNote, {
    ...project,
    merge_request_iid: iid,
    body: "A question before I approve.",
  });
  expect((await turn(iid))?.reasons).not.toContain("review requested");
});

it("asks whether one conflicts where the list does not know it, and says nothing until the service does", async () => {
  const project = "fjord/beacon";
  const name = `conflict-${Date.now()}`;
  await app.callProject(project, "POST", "/repository/branches", { branch: `${name}-base`, ref: "main" });
  for (const branch of [name, `${name}-target`]) {
    await app.callProject(project, "POST", "/repository/commits", {
      ...{ branch, start_branch: `${name}-base`, commit_message: branch },
      actions: [
        { action: "update", file_path: "README.md", content: branch },
        // No pipeline is waited for.
        { action: "delete", file_path: ".gitlab-ci.yml" },
      ],
    });
  }
  const { iid } = await app.callProject<{ iid: number }>(project, "POST", "/merge_requests", {
    ...{ title: name, source_branch: name, target_branch: `${name}-target` },
  });
  const me = await fetchOperation("local", getCurrentUser, {});
  const read = await fetchOperation("local", getMergeRequest, { id: project, merge_request_iid: iid });
  const listed = { ...read, has_conflicts: false, merge_status: "unchecked" };
  const turn = () => {
    const client = createQueryClient();
    return client.fetchQuery(turnQuery(client, { account: "local", project, me, mergeRequest: listed }));
  };
  expect(await turn()).toMatchObject({ of: "you", reasons: ["conflicts"] });
  interceptRequests(new RegExp(`/merge_requests/${iid}(\\?|$)`), () => Response.json(listed));
  expect(await turn()).toBeNull();
});
