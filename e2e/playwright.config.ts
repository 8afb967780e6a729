import { defineConfig } from "@playwright/test";
import { installedChromium } from "./fixtures/chromium.ts";

/** Whether the specs run in Electron as well; `npm test` sets it where Electron is there and has a display. */
const desktop = process.env.HELVE_E2E_ELECTRON === "1";

// Receivers of hooks listen on the loopback.
process.env.HELVE_ALLOW_LOCAL_HOOKS = "1";

/**
 * Every spec runs against the browser shell and, with HELVE_E2E_ELECTRON=1, in Electron; three workers, each with an app
 * of its own: two leave a third of two cores idle. Those of `desktop` need Electron, those tagged `@browser` a browser.
 * `sweep` visits all views and states and checks each for all that is asked of every view: see `sweep/views.spec.ts`.
 * HELVE_TRACE=1 stores a trace of each failure.
 */
export default defineConfig<object, { shell: "browser" | "desktop" }>({
  projects: [
    { name: "browser", testIgnore: /[\\/]e2e[\\/](?:desktop|sweep)[\\/]/ },
    { name: "sweep", testDir: "sweep" },
    ...(desktop
      ? [
          {
            name: "desktop",
            grepInvert: /@browser/,
            testIgnore: /[\\/]e2e[\\/]sweep[\\/]/,
            use: { shell: "desktop" as const },
          },
        ]
      : []),
  ],
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./fixtures/set-up-specs.ts",
  workers: 3,
  retries: 0,
  // Long enough for the specs of several services on a slow machine.
  timeout: 180_000,
  // Long enough for a page on two cores that have several times as much to do.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    trace: process.env.HELVE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(installedChromium ? { executablePath: installedChromium } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Each page lives for seconds: most optimised code and collected garbage would be discarded soon.
        "--js-flags=--no-opt --no-maglev --min-semi-space-size=32",
      ],
    },
  },
});
