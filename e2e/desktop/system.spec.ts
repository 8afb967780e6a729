import { rmSync } from "node:fs";
import { projectPath } from "../../renderer/testing/page/project-path.ts";
import { beacon, runJobOfPipeline, startFailingPipeline } from "../../renderer/testing/page/sample-jobs.ts";
import { sampleCallsOf } from "../fixtures/call-project.ts";
import { startDesktop } from "../fixtures/desktop-app.ts";
import { addAccount, startOtherService } from "../fixtures/other-service.ts";
import { copySample, expect, test } from "../fixtures/test.ts";

test("a folder is chosen in the system's dialog", async ({ desktop, page }) => {
  await page.goto("/settings/storage");
  await desktop?.electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ["/chosen/by/dialog"] });
  });
  const chosen = await page.evaluate(async () =>
    (await fetch("/-/shell/choose-folder", { method: "POST" })).json(),
  );
  expect(chosen).toEqual({ path: "/chosen/by/dialog" });
});

test("the shell reports its capabilities, and the keychain stores a token across a restart", async () => {
  const folder = copySample();
  const service = await startOtherService();
  try {
    const first = await startDesktop(folder);
    const shell = await first.page.evaluate(async () => (await fetch("/-/shell")).json());
    expect(shell).toMatchObject({ kind: "desktop", keychain: true });
    await addAccount(first.page, first.origin, service, "Kept in the keychain");
    await first.stop();
    const second = await startDesktop(folder);
    await second.page.goto("/accounts");
    await expect(second.page.getByText("Kept in the keychain").first()).toBeVisible();
    await second.stop();
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("nothing leaves this computer, and the page's policy holds without an error", async ({
  desktop,
  page,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await desktop?.electron.evaluate(({ session }) => {
    const requestedUrls: string[] = [];
    Object.assign(globalThis, { asked: requestedUrls });
    session.defaultSession.webRequest.onBeforeRequest((details, callback) => {
      requestedUrls.push(details.url);
      callback({});
    });
  });
  for (const path of [
    "/",
    projectPath("fjord/lantern"),
    projectPath("fjord/lantern", "commits"),
    "/settings/appearance",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
  }
  const requestedUrls = await desktop?.electron.evaluate(() => Reflect.get(globalThis, "asked") as string[]);
  expect(
    requestedUrls?.filter(
      (url) => !/^(app:\/\/helve\/|blob:app:\/\/helve\/|data:|devtools:|about:)/.test(url),
    ),
  ).toEqual([]);
  expect(errors).toEqual([]);
  const policy = await page.evaluate(async () => (await fetch("/")).headers.get("content-security-policy"));
  expect(policy).toContain("default-src 'none'");
});

test("the spell checker has no address outside", async ({ desktop }) => {
  const languages = await desktop?.electron.evaluate(({ session }) =>
    session.defaultSession.getSpellCheckerLanguages(),
  );
  // A run from sources has no dictionaries; macOS uses its own.
  if (process.platform !== "darwin") expect(languages).toEqual([]);
});

test("a notification opens its view", async ({ desktop, page }) => {
  await page.goto("/");
  const supported = await desktop?.electron.evaluate(({ Notification }) => Notification.isSupported());
  const shell = await page.evaluate(async () => (await fetch("/-/shell")).json());
  expect(shell.can.notify).toBe(supported);
  test.skip(supported !== true, "this session shows no notifications");
  const { id, name } = await startFailingPipeline(sampleCallsOf(page));
  await page.goto(projectPath(beacon, `pipelines/${id}`));
  await page.getByRole("button", { name: `Watch ${name}` }).click();
  await expect(page.getByRole("button", { name: `Stop watching ${name}` })).toBeVisible();
  await page.goto("/");
  // As a user would: the window is behind another one, and the notification is clicked as soon as it is shown.
  await desktop?.electron.evaluate(({ BrowserWindow, Notification }) => {
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
    Notification.prototype.show = function () {
      this.emit("click");
    };
  });
  await runJobOfPipeline(sampleCallsOf(page), id);
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}$`), { timeout: 30_000 });
});

test("a video is read in ranges and an aborted read ends in the host", async ({ page }) => {
  await page.goto("/");
  const aborted = await page.evaluate(async () => {
    const controller = new AbortController();
    const response = await fetch("/-/events", { signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    return reader?.read().then(
      () => "read on",
      (error: unknown) => (error instanceof DOMException ? error.name : String(error)),
    );
  });
  expect(aborted).toBe("AbortError");
});
