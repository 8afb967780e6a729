import type { Page, Route } from "@playwright/test";
import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import type { SweptView } from "../fixtures/swept-view.ts";

const local = "local";
const beacon = "fjord/beacon";
const project = (part: Parameters<typeof hrefs.project>[2]) => hrefs.project(local, beacon, part);

/** Views of CI with the request that each depends on. */
const ciViews: readonly { readonly name: string; readonly href: string; readonly request: RegExp }[] = [
  { name: "all", href: hrefs.ci({ of: "everyone" }), request: /\/jobs\?/ },
  { name: "pipelines", href: project("pipelines"), request: /\/pipelines\?/ },
  { name: "pipeline", href: hrefs.pipeline(local, beacon, 54), request: /\/pipelines\/54\/jobs/ },
  { name: "jobs", href: project("jobs"), request: /\/jobs\?/ },
  { name: "job", href: hrefs.job(local, beacon, 266), request: /\/jobs\/266(\?|$)/ },
  { name: "log", href: hrefs.job(local, beacon, 266), request: /\/follow\?/ },
  { name: "artifacts", href: hrefs.jobTab(local, beacon, 267, "artifacts"), request: /artifacts/ },
  { name: "tests", href: hrefs.jobTab(local, beacon, 267, "tests"), request: /artifacts/ },
  { name: "runners", href: project("runners"), request: /\/runners\?/ },
  { name: "runner", href: `${hrefs.runners(local)}?runner=1`, request: /\/runners\/1(\?|$)/ },
  { name: "environments", href: project("environments"), request: /\/environments\?/ },
  { name: "environment", href: hrefs.environment(local, beacon, 1), request: /\/environments\/1(\?|$)/ },
  { name: "deployments", href: hrefs.environment(local, beacon, 1), request: /\/deployments\?/ },
];

const refusal = {
  ...{ code: "forbidden", message: "This account does not have permission.", status: 403 },
  detail: "GET /projects/fjord%2Fbeacon/jobs: HTTP 403: 403 Forbidden",
};
const failure = {
  ...{ code: "unavailable", message: "The service failed.", status: 500, retry: true },
  detail: "GET /projects/fjord%2Fbeacon/jobs: HTTP 500: Internal Server Error",
};

const states: Readonly<Record<string, (route: Route) => unknown>> = {
  loading: () => undefined,
  forbidden: (route) => route.fulfill({ status: 403, json: refusal }),
  error: (route) => route.fulfill({ status: 500, json: failure }),
  long: async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    await route.fulfill({ response, json: lengthen(json) });
  },
};

/** Fields that people and machines name as they like. */
const named = /^(name|ref|stage|title|description|external_url|slug|full_path)$/;
const long = "a-name-that-goes-on-for-much-longer-than-any-column-of-a-table-is-wide/";

/** Returns a response with long names; numbers and states stay as they are. */
function lengthen(value: unknown, key = ""): unknown {
  if (Array.isArray(value))
    return key === "tag_list"
      ? Array.from({ length: 12 }, (_, i) => `tag-${i}`)
      : value.map((one) => lengthen(one));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthen(one, name)]));
  return typeof value === "string" && named.test(key) ? `${value}-${long.repeat(3)}` : value;
}

/** The page loads anew, so that nothing of an earlier visit is known. */
const visitFirst =
  (href: string, request: RegExp, respond: (route: Route) => unknown) => async (page: Page) => {
    // The page itself has a similar address.
    await page.route((url) => url.pathname.startsWith("/-/") && request.test(url.href), respond);
    await page.goto(new URL(href, page.url()).href);
    await page
      .locator(respond === states.long ? "h1:visible" : "main")
      .first()
      .waitFor();
  };

/** Views of CI at the first visit: while they load, refused, after an error, and with long names. */
export const ciProblems: readonly SweptView[] = ciViews.flatMap(({ name, href, request }) =>
  Object.entries(states)
    .filter(([state]) => state !== "long" || !/^(log|artifacts|tests)$/.test(name))
    .map(([state, respond]) => ({
      name: `ci-first-${name}-${state}`,
      href: hrefs.home,
      open: visitFirst(href, request, respond),
    })),
);
