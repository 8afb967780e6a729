import type { Page } from "@playwright/test";
import { linkTo, runUntilIdle, seen } from "../measuring/navigate.ts";
import type { Task } from "./task.ts";

/** A view that is opened by a link on another one. */
interface Visit {
  readonly name: string;
  /** Path of the view with the link, below the project. */
  readonly from: string;
  /** Selector of the link. */
  readonly link: string;
  /** Script that returns whether the view shows what it is for. */
  readonly there: string;
}

const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}) !== null`;
const listed = (label: string): string => has(`[role=list][aria-label="${label}"] [role=listitem]`);

const visits = (path: string, iid: number): readonly Visit[] => [
  { name: "files", from: "", link: `nav a[href="${path}/files"]`, there: has("[role=treeitem]") },
  { name: "commits", from: "", link: `nav a[href="${path}/commits"]`, there: listed("Commits") },
  {
    name: "commit",
    from: "/commits",
    link: `[role=list][aria-label="Commits"] a[href^="${path}/commits/"]`,
    there: has("[data-kind=added]"),
  },
  {
    name: "merge requests",
    from: "",
    link: `nav a[href="${path}/merge_requests"]`,
    there: has(`main a[href^="${path}/merge_requests/${iid}"]`),
  },
  {
    name: "merge request",
    from: "/merge_requests",
    link: `main a[href^="${path}/merge_requests/${iid}"]`,
    there: has('[aria-label="Merge request"]'),
  },
  { name: "branches", from: "", link: `nav a[href="${path}/branches"]`, there: listed("Branches") },
  { name: "tags", from: "", link: `nav a[href="${path}/tags"]`, there: listed("Tags") },
  {
    name: "file",
    from: "/files?path=src",
    link: `main a[href*="big.ts"]`,
    there: has(".view-line"),
  },
];

/** Milliseconds for which a pointer rests on a link before it is pressed. */
const restMs = 250;

/** First and second visits of views by their links, in an app that has come to rest. */
export const visitsOfViews: Task = {
  name: "visits",
  targets: { "of second": 2 },
  async run(page, root) {
    const path = new URL(root).pathname;
    const iid = await propose(page, path);
    const found: Record<string, number> = {};
    const projects = root.slice(0, root.indexOf("/p/")).concat("/projects");
    await runUntilIdle(page, () => page.goto(projects));
    const all: readonly (Visit & { readonly start: string })[] = [
      {
        name: "project",
        from: "",
        start: projects,
        link: `main a[href="${path}"]`,
        there: has('[aria-labelledby="latest-commits"] li'),
      },
      ...visits(path, iid).map((visit) => ({ ...visit, start: `${root}${visit.from}` })),
    ];
    for (const { name, start, link, there } of all) {
      const times: number[] = [];
      for (const _ of ["first", "second"]) {
        await runUntilIdle(page, () => page.evaluate(linkTo(start.slice(new URL(start).origin.length))));
        times.push(await press(page, link, there));
      }
      const [first = Number.NaN, second = Number.NaN] = times;
      Object.assign(found, {
        [`${name}, first (ms)`]: first,
        [`${name}, second (ms)`]: second,
        [`${name}, of second`]: first / second,
      });
    }
    return found;
  },
};

/** Makes a merge request of one commit; returns its number. */
const propose = (page: Page, path: string): Promise<number> =>
  page.evaluate(
    async (project) => {
      const response = await fetch(`/-/accounts/local/operations/projects/${project}/merge_requests`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source_branch: "many-files", target_branch: "main", title: "Many files" }),
      });
      return Number((await response.json()).iid);
    },
    path.slice(path.indexOf("/p/") + 3),
  );

/** Rests the pointer on a link and presses on it; returns the milliseconds from the press until `there`. */
async function press(page: Page, link: string, there: string): Promise<number> {
  const anchor = page.locator(link).first();
  await anchor.hover();
  await page.waitForTimeout(restMs);
  const time = page.evaluate<number>(`new Promise((done) => addEventListener("pointerdown", () => {
    const pressed = performance.now();
    const look = () => ${there} ? done(performance.now() - pressed) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  }, { once: true, capture: true }))`);
  await anchor.click();
  return time;
}

/** The colours of a diff after a cold start, from the frame with its first lines. */
export const coloursOfDiff: Task = {
  name: "colours",
  targets: { "from lines to colours (ms)": 200 },
  async run(page, root) {
    const sha = await page.evaluate(async (path) => {
      const list = `/-/accounts/local/operations/projects/${path}/repository/commits?per_page=1`;
      return String((await (await fetch(list)).json())[0].id);
    }, new URL(root).pathname.split("/p/")[1] ?? "");
    const cold = await page.context().newPage();
    await cold.goto(`${root}/commits/${sha}`, { waitUntil: "commit" });
    const lines = await seen(cold, has("[data-kind=added]"));
    const colours = await seen(cold, areColoured);
    return { "from lines to colours (ms)": colours, "lines (ms)": lines };
  },
};

/** Script that returns whether every visible added line has colours. */
const areColoured = `[...document.querySelectorAll("[data-kind=added]")]
  .filter((row) => row.getBoundingClientRect().top < innerHeight)
  .every((row) => row.querySelector("[class*=tok-]"))`;
