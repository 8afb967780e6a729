import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useRecentProjects } from "../../../state/recent-projects.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { addAccount, secondServiceForTests } from "../../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();

const tab = (name: RegExp) =>
  within(screen.getByRole("group", { name: "Kind of results" })).getByRole("button", { name });
const recentPaths = (account: string) =>
  useRecentProjects
    .getState()
    .recent.filter((each) => each.account === account)
    .map(({ path }) => path);
const results = (name: string) => within(screen.getByRole("list", { name }));

it("searches projects, code, commits, merge requests and issues of a service", async () => {
  const { user } = app;
  await app.open(hrefs.search("local"));
  expect(await screen.findByRole("heading", { name: "Search", level: 1 })).toBeVisible();
  expect(screen.getByText("Search by words")).toBeVisible();
  await fill(user, screen.getByRole("searchbox", { name: "Search everywhere" }), "lantern");
  await waitFor(() =>
    expect(results("Projects").getAllByRole("link", { name: /lantern/i })[0]).toBeVisible(),
  );
  expect(app.address).toContain("q=lantern");
  await expectAccessible();

  await fill(user, screen.getByRole("searchbox", { name: "Search everywhere" }), "berth");
  // Cheap kinds are counted before they are opened, code is not.
  await waitFor(() => expect(tab(/^Issues/).textContent).toMatch(/\d/));
  expect(tab(/^Code/).textContent).toBe("Code");
  await user.click(tab(/^Code/));
  expect(app.address).toContain("scope=blobs");
  const line = await waitFor(() => {
    const [first] = results("Code").getAllByRole("link", { name: /berth/i });
    expect(first).toBeVisible();
    return first;
  });
  expect(line?.getAttribute("href")).toMatch(/\/files\?/);
  await waitFor(() => expect(results("Code").getAllByText(/^(?:fjord|atlas)\//)[0]).toBeVisible());
  await expectAccessible();
  for (const [name, label] of [
    [/^Commits/, "Commits"],
    [/^Merge requests/, "Merge requests"],
    [/^Issues/, "Issues"],
    [/^Comments/, "Comments"],
  ] as const) {
    await user.click(tab(name));
    await waitFor(() => expect(results(label).getAllByRole("link")[0]).toBeVisible());
  }
  expect(screen.queryByText(/ searched/)).toBeNull();
});

it("searches in one project, and everywhere again", async () => {
  const { user } = app;
  await app.open(hrefs.search("local", { q: "berth", scope: "merge_requests", project: "fjord/lantern" }));
  await waitFor(() => expect(results("Merge requests").getAllByRole("link")[0]).toBeVisible());
  expect(screen.getByRole("button", { name: "Search in: fjord/lantern" })).toBeVisible();
  // A project has no projects.
  expect(
    within(screen.getByRole("group", { name: "Kind of results" })).queryByRole("button", {
      name: /^Projects/,
    }),
  ).toBeNull();
  await user.click(screen.getByRole("button", { name: "Search everywhere" }));
  expect(app.address).not.toContain("project=");
  await fill(user, screen.getByRole("searchbox", { name: "Search everywhere" }), "no such words anywhere");
  expect(await screen.findByText("No matching merge requests")).toBeVisible();
});

it("names a group or project that an address has by its id, as web addresses do", async () => {
  const { id } = await app.callProject<{ readonly id: number }>("fjord/lantern", "GET", "");
  await app.open(hrefs.search("local", { q: "berth", scope: "milestones", project: String(id) }));
  expect(await screen.findByRole("button", { name: "Search in: fjord/lantern" })).toBeVisible();
  expect(tab(/^Milestones/)).toHaveAttribute("aria-pressed", "true");
  await app.open(hrefs.search("local", { q: "berth", scope: "commits", group: "no/such/group" }));
  expect(await screen.findByText("Group not found, or you do not have access.")).toBeVisible();
});

it("searches for two characters or more", async () => {
  const { user } = app;
  const sent = recordRequests(/\/operations\/search\?/);
  await app.open(hrefs.search("local", { q: " b ", scope: "issues" }));
  expect(await screen.findByText("Enter at least 2 characters.")).toBeVisible();
  expect(sent).toHaveLength(0);
  await fill(user, screen.getByRole("searchbox", { name: "Search everywhere" }), "<b>zz</b> & %");
  expect(await screen.findByText("No matching issues")).toBeVisible();
  expect(sent.at(0)?.searchParams.get("search")).toBe("<b>zz</b> & %");
});

it("searches recent projects one by one where a service searches no code of all, and names them", async () => {
  const account = await addAccount(app, service, "Harbour");
  for (const project of ["fjord/lantern", "fjord/handbook", "atlas/tides"]) {
    await app.open(hrefs.project(account, project));
    expect(await screen.findByRole("main")).toBeVisible();
    await waitFor(() => expect(recentPaths(account)).toContain(project));
  }
  interceptRequests(/\/operations\/search\?.*scope=blobs/, () =>
    refused(400, "invalid_input", "Scope supported only with advanced search"),
  );
  interceptRequests(/\/projects\/fjord%2Fhandbook\/search\?/, () => refused(500, "internal", "Broken."));
  interceptRequests(/\/projects\/atlas%2Ftides\/search\?/, () => refused(403, "forbidden", "403 Forbidden"));
  await app.open(hrefs.search(account, { q: "berth", scope: "blobs" }));
  const note = await screen.findByText(/searches code in one project at a time/);
  expect(note).toHaveTextContent("Searched: fjord/lantern. Could not be searched: fjord/handbook.");
  expect(results("Code").getAllByRole("link", { name: /berth/i })[0]).toBeVisible();
  await expectAccessible();
  // Of a group, those in it.
  interceptRequests(/\/groups\/atlas\/search\?/, () => refused(403, "forbidden", "403 Forbidden"));
  await app.open(hrefs.search(account, { q: "berths", scope: "blobs", group: "atlas" }));
  expect(await screen.findByText(/cannot search code here/)).toBeVisible();
});

it("shows why a text was refused instead of searching something else", async () => {
  const account = await addAccount(app, service, "Harbour");
  const lists = recordRequests(/\/operations\/issues\?/);
  interceptRequests(/\/operations\/search\?/, () => refused(400, "invalid_input", "Query is too long"));
  await app.open(hrefs.search(account, { q: "x".repeat(5_000), scope: "issues" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Query is too long");
  expect(lists).toHaveLength(0);
});

it("searches the lists of a service without a search, and says so", async () => {
  const account = await addAccount(app, service, "Harbour");
  interceptRequests(/\/operations\/search\?/, () => refused(404, "not_found", "404 Not Found"));
  const lists = recordRequests(/\/operations\/issues\?/);
  await app.open(hrefs.search(account, { q: "berth", scope: "issues" }));
  expect(await screen.findByText(/has no search for issues: its list of issues was searched/)).toBeVisible();
  expect(lists.some(({ searchParams }) => searchParams.get("search") === "berth")).toBe(true);
  // Nothing of it was opened yet, in which code could be searched.
  await app.open(hrefs.search(account, { q: "berth", scope: "blobs" }));
  expect(
    await screen.findByText(/cannot search code here\. Only lists that were read since Helve started/),
  ).toBeVisible();
});

it("shows why a search failed, and searches again", async () => {
  const { user } = app;
  const end = interceptRequests(/\/operations\/search\?/, () => refused(500, "internal", "Out of order."));
  await app.open(hrefs.search("local", { q: "berth", scope: "issues" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Out of order.");
  end();
  await user.click(within(alert).getByRole("button", { name: /Retry|Try again/ }));
  await waitFor(() => expect(results("Issues").getAllByRole("link")[0]).toBeVisible());
});

it("searches what is cached where the service cannot be reached", async () => {
  await app.open(hrefs.project("local", "fjord/lantern", "issues", { q: "state:all" }));
  await waitFor(() => expect(results("Issues").getAllByRole("link")[0]).toBeVisible());
  const title = results("Issues").getAllByRole("link")[0]?.textContent ?? "";
  const [word = ""] = title.split(" ").filter((part) => /^\w{4,}$/.test(part));
  interceptRequests(/\/operations\/search\?/, () => refused(503, "offline", "No network."));
  await app.open(hrefs.search("local", { q: word, scope: "issues" }));
  expect(
    await screen.findByText(/Can't reach .+\. Only lists that were read since Helve started/),
  ).toBeVisible();
  expect(results("Issues").getByRole("link", { name: title })).toBeVisible();
});
