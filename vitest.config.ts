import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const contract = "**/*.contract.test.ts";
const host = "electron/host/**/*.test.ts";
/** Tests of the whole page without a browser, over its host and the local service. */
const page = "renderer/**/*.page.test.ts";
const everything = "{shared,electron,renderer,scripts,e2e}/**/*.test.{ts,tsx}";

/** Every random test of a run has the run's seed, and a tenth of its rounds unless `HELVE_ROUNDS` is `whole`. */
const randomTests = {
  globalSetup: "shared/testing/draw-seed.ts",
  setupFiles: "shared/testing/random-tests.ts",
};

// What tests start from the sources, and their own processes, compile each module once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("./node_modules/.cache/compiled", import.meta.url));

/** Loads a package without its source maps, whose sources it does not contain: Vite would warn of them. */
const withoutSourceMaps = {
  name: "without-source-maps",
  load: {
    filter: { id: /node_modules[\\/]diff2html[\\/].*\.js$/ },
    handler: async (id: string) => (await readFile(id, "utf8")).replace(/^\/\/# sourceMappingURL=.*$/m, ""),
  },
};

/** Whether an error is one of a request, or of a query, that its view no longer needs. */
const isCanceled = (error: object): boolean =>
  ("problem" in error &&
    typeof error.problem === "object" &&
    error.problem !== null &&
    "code" in error.problem &&
    error.problem.code === "canceled") ||
  ("message" in error && error.message === "CancelledError");

/**
 * `unit` is quick and runs with every check; `contract` starts services, keychains and servers; `host` drives the host with
 * mock services; `page` the whole page.
 */
export default defineConfig({
  plugins: [withoutSourceMaps],
  resolve: {
    // The package fetches its binary when it is loaded; tests get the typed mock.
    alias: { electron: fileURLToPath(new URL("./electron/desktop/mock/electron.ts", import.meta.url)) },
  },
  test: {
    // Many tests wait for git and other processes, which leaves a third of two cores idle with one worker for each.
    maxWorkers: availableParallelism() + 1,
    // A page cancels what a view that is left still reads. Vitest takes this for all projects only.
    onUnhandledError: (error) => !isCanceled(error),
    // Vitest's second is too short for what a service does in the background on a machine with much else to do.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...randomTests,
          name: "unit",
          include: [everything],
          // Also below a benchmark's peers, which have tests of their own.
          exclude: [contract, host, page, "**/node_modules/**"],
          // Loading the modules anew for each file would take longer than the tests themselves.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...randomTests,
          name: "contract",
          setupFiles: [randomTests.setupFiles, "electron/system/testing/restore-umask.ts"],
          include: [contract],
          exclude: [host, "**/node_modules/**"],
          // As for `unit`: each of its files would load the whole service.
          isolate: false,
          // A process that starts another one is copied first: the less memory it has, the sooner. Smaller steps of the
          // heap than these cost more in collections.
          execArgv: ["--max-semi-space-size=4", "--heap-growing-percent=30"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...randomTests,
          name: "host",
          include: [host],
          // Its own workers: what its thousands of responses leave on the heap would be copied with each process of git.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        // As it is built: React's development build takes twice as long for the same page.
        oxc: { jsx: { development: false } },
        test: {
          name: "page",
          env: { NODE_ENV: "production" },
          // The page is loaded once for all files of a worker, not for each.
          isolate: false,
          include: [page],
          globalSetup: "renderer/testing/page/global-set-up.ts",
          setupFiles: "renderer/testing/page/set-up.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
