import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { copySample, expect, test } from "./fixtures/test.ts";

/** Place and text of each part of the window around the view. */
type Boxes = readonly string[];

declare global {
  interface Window {
    /** The host's frame as it was drawn last, and what React put in its place. */
    drawnFrames?: { readonly host: Boxes; readonly page: Boxes };
  }
}

/** Runs before the page's script: keeps the parts of the host's frame, and those of the first one of the page itself. */
function watchFrames(): void {
  const boxes = (): string[] =>
    [...document.querySelectorAll("#root :is(a, button, h2, ul, nav, header, kbd, svg, [role=tab])")]
      // The foot shows what runs by then, and the head of the view has replaced the line with the place.
      .filter(
        (element) => !element.closest("#main, footer, [data-place]") && element.getClientRects().length > 0,
      )
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { fontWeight } = getComputedStyle(element);
        const text = element.textContent;
        return [element.tagName, text, x, y, width, height, fontWeight].join(" ");
      });
  let host: string[] = [];
  const look = () => {
    if (document.querySelector("#root > [data-drawn]")) host = boxes();
    else if (host.length > 0) return void observer.disconnect();
    requestAnimationFrame(look);
  };
  const observer = new MutationObserver(() => {
    if (host.length === 0 || document.querySelector("#root > [data-drawn]")) return;
    window.drawnFrames = { host, page: boxes() };
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  requestAnimationFrame(look);
}

const hostile = "</script><img src=x onerror=alert(1)>\u202egnp.exe";

async function put(page: Page, path: string, value: unknown): Promise<void> {
  const status = await page.evaluate(
    async ([url, body]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(url, { method: "PUT", headers, body })).status;
    },
    [`/-/documents/${path}`, JSON.stringify({ value })] as const,
  );
  expect(status).toBe(204);
}

test("the host draws the window as the page does, and nothing in a name is markup", async ({
  openApp,
  shell,
}) => {
  test.skip(shell === "desktop", "The page is loaded with and without its script.");
  const folder = copySample();
  const { page, stop } = await openApp(folder);
  try {
    const address = "/a/local/p/fjord%2Flantern/branches";
    const projects = "/a/local/projects";
    await page.goto(projects);
    await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
    const project = (name: string) => ({ account: "local", path: `group/${name}`, name, namespace: "group" });
    await put(page, "pinned/projects", [project("plain"), project(hostile)]);
    // A first visit would add it to the list at once.
    const visited = { account: "local", path: "fjord/lantern", name: "Lantern", namespace: "fjord" };
    await put(page, "recent/projects", [visited]);
    await put(page, "layout/window", { sidebarWidth: 300, sidebarHidden: false, account: "local" });
    await put(page, "layout/tabs", {
      tabs: [
        { id: "1", href: "/a/local/projects" },
        { id: "2", href: "/a/local/p/fjord%2Flantern/issues/1", name: hostile },
        { id: "3", href: address },
      ],
      activeId: "1",
    });
    // Nothing is stored any more by the page that is left.
    await page.goto("about:blank");
    const scripts = "**/assets/*.js";
    await page.route(scripts, (route) => route.abort());
    const frame = page.locator("#root > [data-drawn]");
    await page.goto(address);
    await expect(frame.getByText("Branches").first()).toBeVisible();
    await expect(frame.locator("img")).toHaveCount(0);
    // Outside of a project the sidebar has the pinned ones.
    await page.goto(projects);
    await expect(frame.getByText("Projects").first()).toBeVisible();
    await expect(frame.locator("img")).toHaveCount(0);
    await expect(frame.getByText("onerror").first()).toBeVisible();
    // As everywhere, nothing changes the direction of the text around it.
    const titles = await frame
      .locator("[title]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
    expect(titles.join()).not.toContain("\u202e");

    await page.unroute(scripts);
    await page.addInitScript(watchFrames);
    for (const [href, name] of [
      [address, "Branches"],
      [projects, "Projects"],
    ] as const) {
      for (const width of [1280, 900]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto("about:blank");
        await page.goto(href);
        await page.getByRole("heading", { level: 1, name }).waitFor();
        const frames = await page.evaluate(() => window.drawnFrames);
        expect(frames?.host.length).toBeGreaterThan(15);
        expect(frames?.page).toEqual(frames?.host);
      }
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
