import { expect, expectAccessible, test } from "./fixtures/test.ts";

test("a change that moves tokens needs the code of the terminal", async ({ app, page }) => {
  await page.goto("/settings/network");
  await page.getByRole("combobox", { name: "Proxy" }).click();
  await page.getByRole("option", { name: "None" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm this change" });
  await expect(dialog.getByText("Reach services without a proxy")).toBeVisible();
  await expectAccessible(page);
  const code = dialog.getByRole("textbox", { name: "Code" });
  await code.fill("AAAA-AAAA");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That was not the code.")).toBeVisible();
  const printed = () => [...app.output().matchAll(/enter this code in the page: (\S+)/g)].at(-1)?.[1] ?? "";
  await expect.poll(printed).toMatch(/^\w{4}-\w{4}$/);
  await code.fill(printed());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Proxy" })).toHaveText("None");

  // Given up, nothing changes.
  await page.getByRole("combobox", { name: "Proxy" }).click();
  await page.getByRole("option", { name: "The one below" }).click();
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

test("the cookie belongs to a random name and to no other", async ({ app, context, page }) => {
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
