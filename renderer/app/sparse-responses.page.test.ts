import { screen, waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { createMatcher } from "../../shared/api/contract/match.ts";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import { readResponse } from "../../shared/api/contract/read-response.ts";
import { sparseResponse } from "../../shared/api/contract/testing/example-response.ts";
import { operations } from "../../shared/api/index.ts";
import { rounds } from "../../shared/testing/rounds.ts";
import { hrefs } from "../features/addresses/hrefs.ts";
import { interceptRequests, withJson } from "../testing/page/intercept-requests.ts";
import { appForTests } from "../testing/page/opened-app.ts";

const app = appForTests();
const match = createMatcher(Object.values(operations));
const local = "local";
const lantern = "fjord/lantern";
const beacon = "fjord/beacon";
const inLantern = (part: Parameters<typeof hrefs.project>[2], search?: Record<string, string>) =>
  hrefs.project(local, lantern, part, search);

const addresses = [
  hrefs.allMergeRequests(),
  hrefs.ci(),
  hrefs.projects(local),
  hrefs.groups(local),
  hrefs.group(local, "fjord"),
  hrefs.group(local, "fjord", { tab: "details" }),
  hrefs.mergeRequests(local, "fjord"),
  hrefs.mergeRequests(local),
  ...[undefined, "keys", "notifications"].map((tab) => hrefs.me(local, tab)),
  hrefs.runners(local),
  hrefs.user(local, "asa"),
  ...["users", "runners", "hooks", "snippets"].map((tab) => hrefs.admin(local, tab)),
  hrefs.snippets(local),
  hrefs.snippet(local, null, 8),
  hrefs.snippetEdit(local, null, 8),
  ...(["overview", "files", "commits", "branches", "tags", "releases", "contributors"] as const).map((part) =>
    inLantern(part),
  ),
  inLantern("files", { ref: "main", path: "src/features/crew.ts" }),
  inLantern("edit", { ref: "main", path: "src/board.tsx" }),
  hrefs.commit(local, lantern, "main"),
  inLantern("search", { q: "berth" }),
  inLantern("compare", { from: "v0.1.0", to: "v0.2.0" }),
  inLantern("merge_requests"),
  ...["overview", "changes", "commits", "pipelines"].map((tab) =>
    hrefs.mergeRequest(local, lantern, 27, { tab }),
  ),
  ...(["runners", "pipelines", "jobs", "environments"] as const).map((part) =>
    hrefs.project(local, beacon, part),
  ),
  hrefs.pipeline(local, beacon, 54),
  hrefs.pipeline(local, beacon, 54, { view: "timeline" }),
  hrefs.job(local, beacon, 267),
  hrefs.jobTab(local, beacon, 267, "artifacts"),
  hrefs.environment(local, beacon, 2),
  hrefs.wiki(local, lantern),
  hrefs.wiki(local, lantern, { kind: "history", slug: "home" }),
  inLantern("snippets"),
  inLantern("issues"),
];

/** All of them nightly, else a tenth from a random one on. */
const visits = rounds(addresses.length);
const visited = () => {
  const first = Math.floor(Math.random() * addresses.length);
  return [...addresses.slice(first), ...addresses.slice(0, first)].slice(0, visits);
};
const timeout = 60_000 + visits * 15_000;

it("views are shown with all that a service may leave out absent or null", { timeout }, async () => {
  const read = new Set<string>();
  interceptRequests(/^GET \/-\/accounts\/local\/operations\//, async (send, { pathname, searchParams }) => {
    const response = await send();
    const path = pathname.replace("/-/accounts/local/operations", "");
    const operation = match("GET", path, searchParams)?.operation;
    if (!response.ok || operation?.response.kind !== "json") return response;
    read.add(operation.summary);
    const sparse = sparseResponse(operation.response.schema, await response.json(), "null");
    // As the host does with what a service sends.
    return withJson(response, readResponse<AnyOperation>(operation, sparse).value);
  });
  const { queryClient } = await import("./app-query-client.ts");
  const broken: string[] = [];
  for (const address of visited()) {
    await app.open(address);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    if (screen.queryByText("This page could not be shown")) broken.push(address);
  }
  expect(broken).toEqual([]);
  // Few views read little, and which ones are visited is drawn.
  expect(read.size).toBeGreaterThan(1);
});
