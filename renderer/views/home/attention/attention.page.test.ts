import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { z } from "zod";
import { account } from "../../../../shared/host/accounts.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();
const lists = /^GET .*\/operations\/merge_requests\?/;
const findRegion = async (name: string) => within(await screen.findByRole("region", { name }));

/** Returns the id of the local account's user. */
async function findOwnId(): Promise<number> {
  const accounts = z.array(account).parse(await (await app.host.request("/accounts")).json());
  const id = accounts.find((one) => one.id === "local")?.check?.user.id;
  if (id === undefined) throw new Error("The local account was not checked yet");
  return id;
}

it("does not show the user's own merge requests as review requests while their list is read", async () => {
  const own = Promise.withResolvers<void>();
  interceptRequests(lists, async (send, { searchParams }) => {
    if (searchParams.get("scope") === "created_by_me") await own.promise;
    return send();
  });
  await app.open("/");
  const reviews = await findRegion("Review requests");
  const hrefs = () => reviews.getAllByRole("link").map((link) => link.getAttribute("href"));
  await reviews.findAllByRole("link");
  const before = hrefs();
  own.resolve();
  await findRegion("Your merge requests");
  // Pipelines of the rows may have come meanwhile.
  expect(hrefs()).toEqual(expect.arrayContaining(before));
});

it("Home shows what needs the user over all accounts, by keyboard", async () => {
  const { user } = app;
  await app.open("/a/local/snippets/new");
  await user.click(await screen.findByRole("textbox", { name: "Title" }));
  await user.paste("Half a thought");
  expect(await screen.findByText(/^Draft saved/)).toBeVisible();
  await app.open(projectPath("fjord/lantern"));
  // The README has the same heading.
  const headings = await screen.findAllByRole("heading", { level: 1, name: "Lantern" });
  expect(headings[0]).toBeVisible();
  await user.keyboard("gh");
  expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const welcome = await findRegion("Welcome");
  expect(welcome.getByText(/Browse, edit and review the projects of your code-hosting/)).toBeVisible();
  expect(welcome.getByRole("link", { name: "Add account" })).toBeVisible();
  expect(welcome.getByRole("button", { name: "Open a repository" })).toBeVisible();
  const [first] = await (await findRegion("Review requests")).findAllByRole("link");
  // At the first start everything counts as seen, unless another test has changed it.
  await waitFor(async () =>
    expect(await (await app.host.request("/documents/reviews")).text()).toContain('"beginning"'),
  );
  const [, project = "", iid] =
    /\/p\/([^/]+)\/merge_requests\/(\d+)/.exec(first?.getAttribute("href") ?? "") ?? [];
  const change = (fields: object) =>
    app.callProject(decodeURIComponent(project), "PUT", `/merge_requests/${iid}`, fields);
  await change({
    description: `Changed at ${Date.now()}`,
    assignee_ids: [],
    reviewer_ids: [await findOwnId()],
  });
  await app.reload();
  const region = await screen.findByRole("region", { name: "Review requests" });
  const reviews = within(region);
  // A reviewer is asked as well as who is assigned.
  await waitFor(() => expect(region.querySelector(`a[href$="/merge_requests/${iid}"]`)).toBeInTheDocument());
  const changed = /^(New|Updated|New commits|\d+ new comments?)$/;
  const [news] = await reviews.findAllByText(changed);
  const linkOf = (row: Element | null | undefined) =>
    row?.querySelector<HTMLElement>('a[href*="/merge_requests/"]');
  const unseen = linkOf(news?.closest("li"));
  const href = unseen?.getAttribute("href");
  const title = unseen?.textContent ?? "";
  expect(await screen.findByRole("region", { name: "Your merge requests" })).toBeVisible();
  expect(screen.getByRole("list", { name: "Age of data" })).toHaveTextContent("@helve");
  await expectAccessible();
  // j moves to the first entry, which is in the inbox, and the next ones, k back.
  const links = reviews.getAllByRole("listitem").map(linkOf) as HTMLElement[];
  await user.keyboard("j");
  expect(document.activeElement?.closest("section")).toHaveAccessibleName("Inbox");
  // Other tests may have left many to-dos.
  const toDos = (await findRegion("Inbox")).getAllByRole("listitem").length;
  for (let row = 0; row < toDos && document.activeElement !== links[0]; row++) await user.keyboard("j");
  expect(links[0]).toHaveFocus();
  await user.keyboard("j");
  expect(links[0]).not.toHaveFocus();
  await user.keyboard("k");
  expect(links[0]).toHaveFocus();
  for (let row = 0; links[row]?.getAttribute("href") !== href; row++) await user.keyboard("j");
  expect(document.activeElement).toHaveAttribute("href", href ?? "");
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: `!${iid} ${title}` })).toBeVisible();
  await user.keyboard("gh");
  // What was opened is no longer new.
  const again = await findRegion("Review requests");
  const row = (await again.findByText(title)).closest("li") as HTMLElement;
  await waitFor(() => expect(within(row).queryByText(/^(New|Updated)$/)).toBeNull());
  // One button marks all new items as seen, as long as there are any.
  await change({ description: `Changed again at ${Date.now()}` });
  await app.reload();
  const last = await findRegion("Review requests");
  expect((await last.findAllByText(changed))[0]).toBeVisible();
  const markAll = last.getByRole("button", { name: "Mark all as seen" });
  await user.click(markAll);
  await waitFor(() => expect(last.queryByText(changed)).toBeNull());
  expect(markAll).not.toBeInTheDocument();
  const drafts = await findRegion("Unsent drafts");
  await user.click(drafts.getByRole("link", { name: /New snippet/ }));
  expect(await screen.findByRole("textbox", { name: "Title" })).toHaveValue("Half a thought");
  await user.click(screen.getByRole("button", { name: "Discard" }));
});

it("Home is empty when nothing needs the user, and names an account that could not be read", async () => {
  const { user } = app;
  // Jobs of other tests may have failed.
  interceptRequests(/^GET .*\/operations\/projects\/[^/]+\/jobs\?/, () => Response.json([]));
  const endTodos = interceptRequests(/^GET .*\/operations\/todos\?/, () => Response.json([]));
  const endEmpty = interceptRequests(lists, () => Response.json([]));
  await app.open("/");
  expect(await screen.findByText("Nothing needs you right now.")).toBeVisible();
  await expectAccessible();
  endEmpty();
  endTodos();
  const endAway = interceptRequests(lists, () => refused(503, "unavailable", "Can't reach the service"));
  await app.reload();
  const ages = await screen.findByRole("list", { name: "Age of data" });
  await waitFor(() => expect(ages).toHaveTextContent("Can't reach the service"));
  expect(screen.getByRole("region", { name: "Accounts" })).toBeVisible();
  endAway();
  await user.click(within(ages).getByRole("button", { name: /^Refresh @helve/ }));
  expect(await screen.findByRole("region", { name: "Review requests" })).toBeVisible();
});
