import { installBrowser } from "./browser-globals.ts";

// First: the libraries of the tests look for a document when they are loaded. The files of a worker share it.
if (!("document" in globalThis)) installBrowser("https://helve.test/");
await import("@testing-library/jest-dom/vitest");
