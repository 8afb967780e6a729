import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawProps } from "./draw-props.ts";
import { proseJsx } from "./jsx-prose.ts";
import { safeHref } from "./safe-href.ts";

test.each([
  "https://example.com/a?b#c",
  "http://127.0.0.1:3000/",
  "mailto:a@example.com",
  "/a/local/p/x",
  "#user-content-title",
  "?ref=main",
  "//example.com/x",
])("%s may be a link", (address) => {
  expect(safeHref(address)).toBe(address);
  expect(renderToStaticMarkup(<a href={address}>x</a>)).toContain("href=");
});

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "ssh://git@example.com/x",
  "helve://x",
  "smb://server/share",
  "ms-msdt:/id",
  "https://[",
])("%j is not a link, whoever draws it", (address) => {
  expect(safeHref(address)).toBeUndefined();
  expect(renderToStaticMarkup(<a href={address}>x</a>)).toBe("<a>x</a>");
  expect(renderToStaticMarkup(proseJsx("a", { href: address, children: "x" }))).toBe("<a>x</a>");
  expect(drawProps("a", { xlinkHref: address })).toEqual({ xlinkHref: undefined });
});
