import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();
const project = { id: 1, path_with_namespace: "fjord/lantern" };
const todo = (id: number, title: string, action: string) => ({
  id,
  project,
  author: { id: 2, username: "mateo", name: "Mateo Fuentes" },
  action_name: action,
  target_type: "MergeRequest",
  target: { iid: id, title, state: "opened", updated_at: `2026-06-0${id}T10:00:00Z`, web_url: "" },
  target_url: `https://x/fjord/lantern/-/merge_requests/${id}`,
  body: title,
  state: "pending",
  created_at: `2026-06-0${id}T10:00:00Z`,
});
const lists = /^GET .*\/operations\/todos\?/;
const inbox = async () => within(await screen.findByRole("region", { name: "Inbox" }));
const titles = async () =>
  (await inbox()).getAllByRole("listitem").map((row) => row.querySelector("a")?.textContent ?? "");

const noJobs = /^GET .*\/operations\/projects\/[^/]+\/jobs\?/;
const requests = /^GET .*\/operations\/merge_requests\?/;

it("handles to-dos as mail, by keys, and tells the service once they cannot be undone", async () => {
  const { user } = app;
  // Pipelines and turns would be entries, too.
  for (const others of [noJobs, requests]) interceptRequests(others, () => Response.json([]));
  interceptRequests(lists, () =>
    Response.json([
      todo(3, "Third", "build_failed"),
      todo(2, "Second", "mentioned"),
      todo(1, "First", "review_requested"),
    ]),
  );
  const finished: string[] = [];
  interceptRequests(/^POST .*\/todos\/\d+\/mark_as_done/, (_send, { pathname }) => {
    finished.push(pathname);
    return Response.json({ ...todo(2, "Second", "mentioned"), state: "done" }, { status: 201 });
  });
  await app.open("/");
  expect(await (await inbox()).findByText("3 unread")).toBeVisible();
  expect(await titles()).toMatchObject(
    [/Third/, /Second/, /First/].map((text) => expect.stringMatching(text)),
  );
  expect((await inbox()).getByText("Pipeline failed")).toBeVisible();
  await expectAccessible();
  await user.keyboard("j");
  await user.keyboard("j");
  await user.keyboard("u");
  expect(await (await inbox()).findByText("2 unread")).toBeVisible();
  await user.keyboard("e");
  await waitFor(async () => expect(await titles()).toHaveLength(2));
  expect(document.activeElement).toHaveTextContent("First");
  // Undone: it is read, and the service was not told.
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await titles()).toHaveLength(3));
  expect(finished).toEqual([]);
  await user.click((await inbox()).getByRole("button", { name: "Mark Second as done" }));
  await waitFor(() => expect(finished).toEqual([expect.stringMatching(/\/todos\/2\/mark_as_done$/)]), {
    timeout: 12_000,
  });
  // Snoozed until it changes.
  await user.keyboard("k");
  await user.keyboard("h");
  await user.click(await screen.findByRole("menuitem", { name: "Until it changes" }));
  const snoozed = await (await inbox()).findByRole("button", { name: "1 snoozed" });
  expect(await titles()).toHaveLength(1);
  await user.click(snoozed);
  await user.click(await (await inbox()).findByRole("button", { name: /^Show .* again$/ }));
  await waitFor(async () => expect(await titles()).toHaveLength(2));
  // All of it is on disk.
  await app.reload();
  await waitFor(async () => expect(await titles()).toHaveLength(2));
});

it("is stored for the icon of the app, and what is opened elsewhere counts as read", async () => {
  for (const others of [noJobs, requests]) interceptRequests(others, () => Response.json([]));
  interceptRequests(lists, () => Response.json([todo(1, "First", "review_requested")]));
  const stored = recordRequests(/^PUT .*\/shell\/inbox$/);
  await app.open("/");
  expect(await (await inbox()).findByText("1 unread")).toBeVisible();
  await waitFor(() => expect(stored).toHaveLength(1));
  await app.open(projectPath("fjord/lantern", "merge_requests/1"));
  await screen.findByRole("heading", { level: 1 });
  await app.open("/");
  expect(await (await inbox()).findByText("All read")).toBeVisible();
  expect((await inbox()).queryByRole("img", { name: "Unread" })).toBeNull();
});

it("is computed where the service has no to-dos, which is not asked for writes", async () => {
  const writes = recordRequests(/^POST .*\/todos\//);
  interceptRequests(lists, () => refused(404, "not_found", "404 Not Found"));
  await app.open("/");
  const reviews = within(await screen.findByRole("region", { name: "Review requests" }));
  await reviews.findAllByRole("listitem");
  const reasons = (await inbox()).getAllByText(/^(Review requested|Cannot be merged)$/);
  expect(reasons.length).toBeGreaterThan(0);
  const ages = screen.getByRole("list", { name: "Age of data" });
  expect(ages).not.toHaveTextContent("404");
  expect(ages).toHaveTextContent("no to-dos: its inbox comes from merge requests and pipelines");
  expect(writes).toEqual([]);
});

it("draws what is found later when it is asked to, so that no row moves", async () => {
  const { user } = app;
  for (const others of [noJobs, requests]) interceptRequests(others, () => Response.json([]));
  const pending = [todo(1, "First", "review_requested")];
  interceptRequests(lists, () => Response.json(pending));
  await app.open("/");
  await (await inbox()).findByText("First");
  pending.unshift(todo(2, "Second", "approval_required"));
  const ages = within(screen.getByRole("list", { name: "Age of data" }));
  for (const refresh of ages.getAllByRole("button", { name: /^Refresh/ })) await user.click(refresh);
  const show = await (await inbox()).findByRole("button", { name: "Show 1 new" });
  expect(await titles()).toHaveLength(1);
  expect((await inbox()).getByText("2 unread")).toBeVisible();
  await user.click(show);
  expect(await titles()).toMatchObject([/Second/, /First/].map((text) => expect.stringMatching(text)));
  expect((await inbox()).getByText("Approval required")).toBeVisible();
  expect((await inbox()).queryByRole("button", { name: /^Show/ })).toBeNull();
});
