import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import makeSample from "../../renderer/testing/page/make-sample.ts";
import { goTo, waitUntilSettled } from "../fixtures/go-to.ts";
import { startBuiltApp } from "../fixtures/running-app.ts";
import { enter, leave, opened, type SweptView, showsFloating } from "../fixtures/swept-view.ts";
import { copySample } from "../fixtures/test.ts";
import { dialogs } from "../sweep/dialogs/index.ts";
import { sweptViews } from "../sweep/swept-views.ts";
import { ciProblems } from "./ci-problems.ts";

/** Media features by which a system selects colours. */
interface Theme {
  readonly colorScheme: "light" | "dark";
  readonly forcedColors: "active" | "none";
}

/** The themes that pictures are taken in. */
const themes: Readonly<Record<string, Theme>> = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced-light": { colorScheme: "light", forcedColors: "active" },
  "forced-dark": { colorScheme: "dark", forcedColors: "active" },
};

const usage = `npm run pictures -- --all [flags]

Takes a picture of every view and dialog in every theme and size, into the folder pictures/ (ignored by git).

  --only NAMES    views whose name starts with one of these, separated by commas
  --theme NAMES   of ${Object.keys(themes).join(", ")}
  --size SIZES    such as 900x700,320x640; default 1280x800,900x700,1920x1080,320x640
  --out DIR       another folder`;

const { values } = parseArgs({
  options: {
    all: { type: "boolean" },
    only: { type: "string", default: "" },
    theme: { type: "string", default: Object.keys(themes).join(",") },
    size: { type: "string", default: "1280x800,900x700,1920x1080,320x640" },
    out: { type: "string", default: fileURLToPath(new URL("../../pictures", import.meta.url)) },
    help: { type: "boolean" },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

/** Every dialog as it opens; nothing is sent, so that nothing is undone. */
const dialogViews: readonly SweptView[] = dialogs
  // It is of another account than the sample has.
  .filter(({ name }) => !String(name).includes("Elsewhere"))
  .map(({ name, href, prepare, open }) => ({
    name: `dialog-${String(name)
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, "-")
      .replaceAll(/^-|-$/g, "")}`,
    href: hrefs.home,
    open: async (page) => {
      await prepare?.(page);
      await goTo(page, href);
      await open(page);
    },
  }));

const prefixes = values.only.split(",");
const chosen = [...sweptViews, ...ciProblems, ...dialogViews].filter(({ name }) =>
  prefixes.some((prefix) => name.startsWith(prefix)),
);
const chosenThemes = values.theme.split(",").map((name) => {
  const theme = themes[name];
  if (!theme) throw new Error(`No theme "${name}".\n\n${usage}`);
  return { name, theme };
});
const sizes = values.size.split(",").map((size) => {
  const [width = 0, height = 0] = size.split("x").map(Number);
  if (!width || !height) throw new Error(`"${size}" is not a size.\n\n${usage}`);
  return { width, height };
});
mkdirSync(values.out, { recursive: true });

// The sample of the specs: its jobs run, as some of the views need.
const removeSample = makeSample();
const folder = copySample();
const app = await startBuiltApp(folder);
const executablePath = process.env.HELVE_CHROMIUM;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});
try {
  const pages = await openPages(browser);
  const queue = [...chosen];
  const failed: string[] = [];
  await Promise.all(
    pages.map(async (page) => {
      for (let view = queue.shift(); view; view = queue.shift()) {
        const problem = await takeView(page, view).then(
          () => null,
          (error: unknown) => String(error).split("\n")[0],
        );
        console.log(`${view.name}${problem ? `: ${problem}` : ""}`);
        if (problem) failed.push(view.name);
      }
    }),
  );
  if (failed.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
  removeSample();
}

/** Opens two pages that share the session: while one waits for data, the other draws. */
async function openPages(opened: Browser): Promise<Page[]> {
  const context = await opened.newContext({
    baseURL: app.origin,
    viewport: { width: 1280, height: 800 },
  });
  const first = await context.newPage();
  await first.goto(app.link);
  const second = await context.newPage();
  await second.goto(app.origin);
  for (const page of [first, second]) {
    page.setDefaultTimeout(20_000);
    await page.getByRole("main").waitFor();
  }
  return [first, second];
}

/** Saves all pictures of a view. It is loaded once; popups that closed are opened again. */
async function takeView(page: Page, view: SweptView): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  try {
    await enter(page, view);
    const isFloating = await showsFloating(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await waitUntilSettled(page);
      // A popup is absent where the window has no space for its button.
      if (isFloating && !(await showsFloating(page)) && !(await isReopened(page, view, size))) continue;
      for (const { name, theme } of chosenThemes) {
        await page.emulateMedia(theme);
        await waitUntilSettled(page);
        const file = `${view.name}.${name}.${size.width}x${size.height}.png`;
        await page.screenshot({ path: join(values.out, file), animations: "disabled" });
      }
    }
  } finally {
    await page.setViewportSize({ width: 1280, height: 800 });
    await leave(page, view);
  }
}

/** Opens a popup again. Returns false where a window of this size has no button for it, or closes it. */
async function isReopened(page: Page, view: SweptView, size: (typeof sizes)[number]): Promise<boolean> {
  await leave(page, view);
  page.setDefaultTimeout(4_000);
  const isOpen = await enter(page, view).then(
    () => true,
    () => false,
  );
  page.setDefaultTimeout(20_000);
  await page.setViewportSize(size);
  await waitUntilSettled(page);
  return isOpen && (await page.locator(opened).count()) > 0;
}
