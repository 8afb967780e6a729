import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "./build.mjs";
import { findNode, root } from "./node.mjs";
import { nodeOptions } from "./node-options.mjs";
import { ensureChromium, ensureFonts } from "./system-packages.mjs";

/**
 * Takes the README's pictures from the running app: `npm run pictures`, or those that are named after it. With `--all`
 * every view in every theme and size: see e2e/pictures.
 */
if (process.argv.includes("--all")) {
  build("renderer");
  build("browser");
  ensureFonts();
  const chromium = ensureChromium();
  const named = chromium && chromium !== "playwright" ? { HELVE_CHROMIUM: chromium } : {};
  const { status } = spawnSync(
    findNode(),
    [...nodeOptions.execArgv, join(root, "e2e", "pictures", "index.ts"), ...process.argv.slice(2)],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...named } },
  );
  process.exit(status ?? 1);
}
const wanted = new Set(process.argv.slice(2));
ensureFonts();
const folder = mkdtempSync(join(tmpdir(), "helve-pictures-"));
const target = join(root, "docs", "pictures");
mkdirSync(target, { recursive: true });

const app = spawn(
  process.execPath,
  [join(root, "scripts", "start.mjs"), "--shell", "browser", "--no-open", "--data", folder],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const link = await new Promise((resolve, reject) => {
  let text = "";
  app.stdout.on("data", (chunk) => {
    text += chunk;
    const found = /http:\/\/\S+key=\S+/.exec(text);
    if (found) resolve(found[0]);
  });
  app.once("exit", (code) => reject(new Error(`Helve ended with ${code}`)));
});

try {
  const path = ensureChromium();
  const browser = await chromium.launch({
    ...(path && path !== "playwright" ? { executablePath: path } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(link);
  await page.getByRole("navigation").first().waitFor();
  const origin = new URL(link).origin;
  const local = `${origin}/a/local`;
  const project = (name) => `${local}/p/fjord%2F${name}`;
  const lantern = project("lantern");

  /** Saves what is on screen in a colour scheme. */
  async function take(name, scheme, prepare) {
    if (wanted.size > 0 && !wanted.has(name)) return;
    await page.emulateMedia({ colorScheme: scheme });
    if (typeof prepare === "string") {
      await page.goto(prepare);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    } else await prepare();
    // What is below the mouse would look chosen.
    await page.mouse.move(640, 799);
    // The stream of host events never ends, so the network is never idle: loading states are waited for, then a moment.
    await page.waitForFunction(() =>
      [...document.querySelectorAll("[aria-busy=true]")].every(
        (busy) => !busy.checkVisibility({ visibilityProperty: true }),
      ),
    );
    await page.waitForTimeout(2_000);
    // Requests for the rows of a table do not set `aria-busy`, but the status line counts them.
    await page.waitForFunction(() => !/\d requests?\b/.test(document.body.innerText));
    await page.screenshot({ path: join(target, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
  }

  await take("home", "light", `${origin}/`);
  await take("project", "light", lantern);
  await take("files", "dark", `${lantern}/files?ref=main&path=src%2Ffeatures%2Fcrew.ts`);
  await take("commit", "light", async () => {
    await page.goto(`${lantern}/commits?path=src%2Ffeatures%2Fcrew.ts`);
    await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  });
  await take("history", "dark", `${lantern}/commits?all=1`);
  await take("branches", "light", `${lantern}/branches`);
  await take("merge-requests", "dark", `${local}/merge_requests`);
  await take("review", "light", async () => {
    await page.goto(`${lantern}/merge_requests`);
    await page.getByRole("link", { name: "Plan who lies at which berth" }).click();
    await page.getByRole("button", { name: "Review", exact: true }).click();
  });
  await take("runners", "light", `${local}/runners`);
  await take("pipeline", "dark", async () => {
    await page.goto(`${project("beacon")}/pipelines`);
    await page.locator("main a[href*='/pipelines/']").first().click();
  });
  await take("job-log", "dark", async () => {
    await page.goto(`${project("beacon")}/jobs?status=failed`);
    await page.locator("main a[href*='/jobs/']").first().click();
  });
  await take("environments", "light", `${project("beacon")}/environments`);
  await take("wiki", "light", `${lantern}/wiki`);
  await take("snippets", "dark", `${local}/snippets?list=public`);
  await take("groups", "light", `${local}/groups`);
  await take("me", "dark", `${local}/me/profile`);
  await take("reference", "light", `${local}/reference/listBranches`);
  await take("admin", "light", `${local}/admin/users`);
  await take("palette", "dark", async () => {
    await page.goto(lantern);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("har");
  });
  await take("changes", "dark", async () => {
    await page.goto(`${lantern}/edit?ref=main&path=src%2Fboard.tsx`);
    const editor = page.getByRole("textbox", { name: "Content of src/board.tsx" });
    await editor.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nexport const wall = <Board />;\n");
    await page.getByText("Draft saved").waitFor();
    await page.goto(`${lantern}/edit?ref=main&path=README.md`);
    await page.getByRole("textbox", { name: "Content of README.md" }).focus();
    await page.keyboard.type("> Now with a wall.\n\n");
    await page.getByText("Draft saved").waitFor();
    await page.goto(`${lantern}/changes?ref=main`);
    await page.getByRole("textbox", { name: "Subject" }).fill("Show the board on the wall");
  });
  await browser.close();
} finally {
  const ended = new Promise((resolve) => app.once("exit", resolve));
  app.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
