import { vi } from "vitest";
import { installBrowser } from "./browser-globals.ts";

// First: the libraries of the tests look for a document when they are loaded. The files of a worker share it.
if (!("document" in globalThis)) installBrowser("https://helve.test/");
await import("@testing-library/jest-dom/vitest");

// The code editor draws by the layout of its lines. Here it stays loading.
vi.mock("../../ui/code/load-monaco.ts", async (original) => ({
  ...(await original<typeof import("../../ui/code/load-monaco.ts")>()),
  prepareReadEditor: () => Promise.resolve(),
  useMonaco: () => ({ monaco: null, failure: null }),
}));
