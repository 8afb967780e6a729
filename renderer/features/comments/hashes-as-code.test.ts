import { toHtml } from "hast-util-to-html";
import { expect, it } from "vitest";
import { renderMarkdown } from "../../workers/markdown/render-markdown.ts";
import { hashesAsCode } from "./hashes-as-code.ts";

const draw = async (text: string) => toHtml(hashesAsCode(await renderMarkdown(text))).replaceAll("\n", "");

it("draws the hashes of an activity note as code", async () => {
  expect(await draw("added 2 commits\n\n* 12345678 - Light the lamp\n* abc1234e - Mend it")).toBe(
    "<p>added 2 commits</p><ul><li><code>12345678</code> - Light the lamp</li><li><code>abc1234e</code> - Mend it</li></ul>",
  );
});

it("finds them in the HTML of newer services, but not in addresses", async () => {
  const html = await draw(
    'added 2 commits<ul><li>abc1234e...def5678a - 2 commits from branch <code>main</code></li></ul>[Compare](/a/-/compare?from=abc1234e&to=def5678a "abc1234e")',
  );
  expect(html).toContain(
    "<li><code>abc1234e</code>...<code>def5678a</code> - 2 commits from branch <code>main</code></li>",
  );
  expect(html).not.toContain("from=<code>");
});

it("finds a whole hash within a sentence", async () => {
  const sha = "0a1b2c3d4e".repeat(4);
  expect(await draw(`mentioned in commit ${sha}`)).toBe(`<p>mentioned in commit <code>${sha}</code></p>`);
});

it("leaves words, numbers, references and code as they are", async () => {
  for (const text of [
    "effaced the defaced",
    "took 12345678 ms",
    "closes #12345678, abc1234e-x and x/abc1234e",
  ])
    expect(await draw(text)).toBe(`<p>${text}</p>`);
  expect(await draw("ran `abc1234e`")).toBe("<p>ran <code>abc1234e</code></p>");
});
