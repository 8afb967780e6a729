import { expect, test } from "vitest";
import { resolveReference } from "./markdown-links.ts";

test.each([
  ["", "docs/a.md", { kind: "file", path: "docs/a.md", hash: "" }],
  ["docs", "./b.md#L3", { kind: "file", path: "docs/b.md", hash: "L3" }],
  ["docs/deep", "../img/x%20y.png", { kind: "file", path: "docs/img/x y.png", hash: "" }],
  ["docs", "/README.md", { kind: "file", path: "README.md", hash: "" }],
  ["docs", "../../../../etc/passwd", { kind: "file", path: "etc/passwd", hash: "" }],
  ["docs", "..", { kind: "file", path: "", hash: "" }],
  ["docs", "x.md?raw=true", { kind: "file", path: "docs/x.md", hash: "" }],
  ["docs", "100%25 %zz.md", { kind: "file", path: "docs/100%25 %zz.md", hash: "" }],
  ["", "#install", { kind: "fragment", id: "install" }],
  ["", "https://example.com/a", { kind: "external", url: "https://example.com/a" }],
  ["", "//example.com/a", { kind: "external", url: "https://example.com/a" }],
  ["", "mailto:a@example.com", { kind: "external", url: "mailto:a@example.com" }],
  ["", "javascript:alert(1)", { kind: "none" }],
  ["", "  JAVASCRIPT:alert(1)", { kind: "none" }],
  ["", "data:text/html,x", { kind: "none" }],
  ["", "file:///etc/passwd", { kind: "none" }],
  ["", "", { kind: "none" }],
] as const)("from %j, %j", (folder, address, reference) => {
  expect(resolveReference(folder, address)).toEqual(reference);
});
