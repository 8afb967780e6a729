import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { codeDialog, enterCodes, leaveCodes, printedCode } from "./fixtures/enter-codes.ts";
import { startBuiltApp } from "./fixtures/running-app.ts";
import { copySample, expect, test } from "./fixtures/test.ts";

test("a change that moves tokens needs the code of the terminal", { tag: "@browser" }, async ({
  app,
  page,
}) => {
  await leaveCodes(page);
  await page.goto("/settings/network");
  await page.getByRole("combobox", { name: "Proxy" }).click();
  await page.getByRole("option", { name: "None" }).click();
  const dialog = codeDialog(page);
  await expect(dialog.getByText("Reach services without a proxy")).toBeVisible();
  const code = dialog.getByRole("textbox", { name: "Code" });
  await code.fill("AAAA-AAAA");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Wrong code.")).toBeVisible();
  await expect.poll(() => printedCode(app)).toMatch(/^\w{4}-\w{4}$/);
  await code.fill(printedCode(app));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Proxy" })).toHaveText("None");

  // Given up, nothing changes.
  await page.getByRole("combobox", { name: "Proxy" }).click();
  await page.getByRole("option", { name: "Custom" }).click();
  await page.getByRole("textbox", { name: "Proxy address" }).fill("http://127.0.0.1:3128");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("through the proxy http://127.0.0.1:3128")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Proxy" })).toHaveText("None");
});

test("a page that was taken over can neither run nor frame what the host responds", async ({ page }) => {
  await page.goto("/settings/about");
  const outcome = (kind: "script" | "style" | "iframe" | "embed" | "worker") =>
    page.evaluate(async (what) => {
      const url = "/-/accounts";
      if (what === "worker") {
        const worker = new Worker(url);
        return new Promise<string>((resolve) => {
          worker.onerror = () => resolve("refused");
          worker.onmessage = () => resolve("ran");
        });
      }
      if (what === "iframe" || what === "embed") {
        const framed = document.createElement(what);
        framed.src = url;
        document.body.append(framed);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const text = framed instanceof HTMLIFrameElement ? framed.contentDocument?.body?.textContent : "";
        framed.remove();
        return text?.includes("local") ? "framed" : "refused";
      }
      const element =
        what === "script"
          ? Object.assign(document.createElement("script"), { src: url })
          : Object.assign(document.createElement("link"), { rel: "stylesheet", href: url });
      return new Promise<string>((resolve) => {
        element.onload = () => resolve("loaded");
        element.onerror = () => resolve("refused");
        document.head.append(element);
      });
    }, kind);
  for (const kind of ["script", "style", "iframe", "embed", "worker"] as const) {
    expect(await outcome(kind), kind).toBe("refused");
  }
});

test("the cookie belongs to a random name and to no other", { tag: "@browser" }, async ({
  app,
  context,
  page,
}) => {
  await page.goto("/");
  const { hostname, port } = new URL(app.origin);
  expect(hostname).toMatch(/^helve-[0-9a-f]{32}\.localhost$/);
  const cookies = await context.cookies();
  expect(cookies.map(({ name, domain }) => [name, domain])).toEqual([[`helve_${port}`, hostname]]);
  for (const other of ["127.0.0.1", "localhost", `a.${hostname}`]) {
    const response = await page.goto(`http://${other}:${port}/`);
    expect(response?.status(), other).toBe(421);
  }
});

test("images from other servers load after a click, through the host, an SVG without an origin", async ({
  browser,
}) => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>top.ran = 1</script></svg>';
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M8AAAQBAQA3hHJ1AAAAAElFTkSuQmCC",
    "base64",
  );
  const requestedUrls: string[] = [];
  // A proxy that plays the servers out there.
  const proxy = createServer((request, response) => {
    requestedUrls.push(`${request.url} ${request.headers.cookie ?? ""}${request.headers.referer ?? ""}`);
    response.end(request.url?.endsWith(".svg") ? svg : request.url?.endsWith(".png") ? png : "no image");
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const folder = copySample();
  const app = await startBuiltApp(folder);
  delete process.env.HTTP_PROXY;
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  try {
    await enterCodes(page, app);
    await page.goto(app.link);
    await commitAsAnotherClient(sampleCallsOf(page), "fjord/lantern", {
      "docs/remote.md": [
        "# Remote",
        "![badge](http://badges.test/a.svg)",
        "![photo](http://photos.test/b.png)",
        "![inside](http://127.0.0.1/c.png)",
      ].join("\n\n"),
    });
    await page.goto(`${projectPath("fjord/lantern", "files")}?ref=main&path=docs%2Fremote.md`);
    const load = page.getByRole("button", { name: "Load remote images" });
    await expect(load).toBeVisible();
    expect(requestedUrls).toEqual([]);
    await load.click();
    const photo = page.getByRole("img", { name: "photo" });
    const badge = page.getByRole("img", { name: "badge" });
    await expect(photo).toHaveAttribute("src", /^blob:/);
    await expect(badge).toHaveAttribute("src", /^data:image\/svg\+xml/);
    expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    await expect(page.getByRole("link", { name: "Open in browser: inside" })).toBeVisible();
    expect(requestedUrls.toSorted()).toEqual(["http://badges.test/a.svg ", "http://photos.test/b.png "]);
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  } finally {
    await context.close();
    await app.stop();
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
