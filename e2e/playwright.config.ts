import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const chromium = process.env.HELVE_CHROMIUM ?? installed.find((path) => existsSync(path));

/**
 * Every spec runs against the browser shell; two workers, each with an app of its own. What a theme can break, axe looks
 * at in both: see `expectAccessible`. HELVE_TRACE=1 keeps a trace of what fails.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./fixtures/make-sample.ts",
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    trace: process.env.HELVE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
