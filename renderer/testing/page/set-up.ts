import { installBrowser } from "./browser-globals.ts";

// First: the libraries of the tests look for a document when they are loaded.
installBrowser("https://helve.test/");
await import("@testing-library/jest-dom/vitest");
