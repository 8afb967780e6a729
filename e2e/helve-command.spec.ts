import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeRepository } from "./fixtures/git-repository.ts";
import { copySample, expect, test } from "./fixtures/test.ts";

const command = join(import.meta.dirname, "..", "scripts", "helve.mjs");
const opened: (() => void)[] = [];
test.afterEach(() => {
  for (const remove of opened.splice(0).reverse()) remove();
});

/** Resolves with the first match in what a process prints. */
function printed(child: ChildProcess, wanted: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const found = wanted.exec(text)?.[0];
      if (found) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`ended with ${code}:\n${text}`)));
  });
}

/** Runs in the page. Holds the messages by which React continues its work until the event "release messages". */
function holdMessages(): void {
  const delayed: (() => void)[] = [];
  const send = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    // Those of React's scheduler are empty.
    if (message !== null) return send.call(this, message);
    delayed.push(() => send.call(this, message));
    Object.assign(window, { heldMessages: delayed.length });
  };
  window.addEventListener("release messages", () => {
    MessagePort.prototype.postMessage = send;
    for (const release of delayed) release();
  });
}

test("helve . opens the repository of the folder, a second one in the Helve that runs already @browser", async ({
  browser,
}) => {
  const [first, second] = [makeRepository("stood-in"), makeRepository("named")];
  const data = copySample();
  opened.push(first.remove, second.remove, () => rmSync(data, { recursive: true, force: true }));
  const flags = ["--shell", "browser", "--no-open", "--data", data];
  const child = spawn(process.execPath, [command, ".", ...flags], { cwd: first.folder });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(await printed(child, /http:\/\/\S+key=\S+/));
    // Service and sample start for the first time, then the repository is opened.
    await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("heading", { level: 1, name: "stood-in" }).first()).toBeVisible();

    const again = spawnSync(process.execPath, [command, second.folder, ...flags], { encoding: "utf8" });
    expect(again.stdout).toContain("Opened in the running Helve.");
    await expect(page.getByRole("heading", { level: 1, name: "named" }).first()).toBeVisible();

    // A folder is opened while React has begun to draw the page, but nothing of it is mounted.
    await page.addInitScript(holdMessages);
    await page.reload();
    await page.waitForFunction(() => "heldMessages" in window && Number(window.heldMessages) > 0);
    spawnSync(process.execPath, [command, first.folder, ...flags]);
    await expect(page).toHaveURL(/stood-in/);
    await page.evaluate(() => window.dispatchEvent(new Event("release messages")));
    await expect(page.getByRole("heading", { level: 1, name: "stood-in" }).first()).toBeVisible();

    const missing = spawnSync(process.execPath, [command, `${second.folder}-gone`], { encoding: "utf8" });
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain(`${second.folder}-gone is not there, and helve has no such command.`);
    await page.context().close();
  } finally {
    child.kill();
    await ended;
  }
});
