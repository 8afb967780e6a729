import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { addAccount, secondServiceForTests } from "../../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();

const tab = (name: RegExp) =>
  within(screen.getByRole("group", { name: "Kind of results" })).getByRole("button", { name });
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
  expect(screen.queryByRole("status", { name: /searched/ })).toBeNull();
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

it("opens web addresses of a search, and is offered by the palette", async () => {
  await app.open(hrefs.search("local", { q: "berth", scope: "milestones", group: "fjord" }));
  expect(await screen.findByRole("button", { name: "Search in: fjord" })).toBeVisible();
  expect(tab(/^Milestones/)).toHaveAttribute("aria-pressed", "true");
});

it("searches the lists of a service without a search, and says so", async () => {
  const account = await addAccount(app, service, "Harbour");
  interceptRequests(/\/operations\/search\?/, () => refused(404, "not_found", "404 Not Found"));
  const lists = recordRequests(/\/operations\/issues\?/);
  await app.open(hrefs.search(account, { q: "berth", scope: "issues" }));
  expect(await screen.findByText(/has no search: its list of issues was searched/)).toBeVisible();
  expect(lists.some(({ searchParams }) => searchParams.get("search") === "berth")).toBe(true);
  // Nothing of it was opened yet, in which code could be searched.
  await app.open(hrefs.search(account, { q: "berth", scope: "blobs" }));
  expect(await screen.findByText(/cannot search code here\. Only what is cached/)).toBeVisible();
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
  expect(await screen.findByText(/Only what is cached on this computer was searched/)).toBeVisible();
  expect(results("Issues").getByRole("link", { name: title })).toBeVisible();
});
