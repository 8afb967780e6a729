import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { renderPage } from "./render-page.ts";

const html = async (text: string, format = "markdown", lines = false) =>
  renderToStaticMarkup(
    toJsxRuntime((await renderPage({ text, format, lines })).tree, { Fragment, jsx, jsxs }),
  );

test("links between pages are read outside of code", async () => {
  const out = await html("See [[Deploy Guide]] and [[the log|ops/Log#today]].\n\n`[[not a link]]`\n");
  expect(out).toContain('<a href="/%5B%5BDeploy%20Guide">Deploy Guide</a>');
  expect(out).toContain('<a href="/%5B%5Bops%2FLog#today">the log</a>');
  expect(out).toContain("<code>[[not a link]]</code>");
});

test("a picture in double brackets is an image, an address a link, and a table escapes the bar", async () => {
  expect(await html("[[images/lamp.png]]")).toContain('<img src="/images/lamp.png" alt="images/lamp.png"/>');
  expect(await html("[[site|https://example.com]]")).toContain('<a href="https://example.com">site</a>');
  expect(await html("| a |\n|---|\n| [[text\\|page]] |\n")).toContain('<a href="/%5B%5Bpage">text</a>');
});

test("front matter is split from the text, and lines count from the page's first", async () => {
  const text = "---\ntitle: Lamps\ntags: [a, b]\n---\n\n# One\n\ntext\n";
  const { fields, headings } = await renderPage({ text, format: "markdown" });
  expect(fields).toEqual([
    ["title", "Lamps"],
    ["tags", "a, b"],
  ]);
  expect(headings).toEqual([{ id: "user-content-one", text: "One", level: 1 }]);
  expect(await html(text, "markdown", true)).toMatch(
    /<h1 id="user-content-one" data-line="6">.*<p data-line="8">/s,
  );
});

test("lines are known of tables, code, formulas and HTML", async () => {
  const out = await html(
    "| a |\n|---|\n| 1 |\n\n```js\nx\n```\n\n<div>html</div>\n\n$$\nx^2\n$$\n\nend $x$\n",
    "markdown",
    true,
  );
  for (const line of [1, 5, 9, 15]) expect(out).toContain(`data-line="${line}"`);
});

test("AsciiDoc has headings, tables, code and links between pages; nothing is included or run", async () => {
  const text = [
    "= Lamps\n\ninclude::/etc/passwd[]\n\n== Wiring\n",
    "xref:ops/log.adoc[the log] *bold* link:other[Other]\n",
    "[source,js]\n----\nconst a = 1;\n----\n\nNOTE: careful\n\n|===\n|a|b\n|===\n",
    "stem:[x^2]\n\n++++\n<script>alert(1)</script><img src=x onerror=alert(1)>\n++++\n\nimage::uploads/1/a.png[A lamp]\n",
  ].join("\n");
  const out = await html(text, "asciidoc");
  expect(out).toContain("<h1");
  expect(out).toContain('id="user-content-_wiring"');
  expect(out).toContain('<a href="ops/log">the log</a>');
  expect(out).toContain('<a href="other">Other</a>');
  expect(out).toContain("tok-keyword");
  expect(out).toMatch(/<div class="markdown-alert markdown-alert-note"><p[^>]*>Note<\/p><p>\s*careful/);
  expect(out).toContain('class="katex"');
  expect(out).toContain('<img src="uploads/1/a.png" alt="A lamp"/>');
  expect(out).not.toMatch(/<script|onerror|root:/);
});

test("blocks of AsciiDoc have the elements of Markdown's: alerts, tight lists and tables, tasks", async () => {
  const text = [
    "[WARNING]\n====\nMind *the* gap.\n\n* one\n* two\n====\n",
    ".Groceries\n* milk\n** whole\n* eggs\n\n//-\n\n* [x] done\n* [ ] open\n",
    "//-\n\n[%interactive]\n* [*] boxed\n",
    ".Lamps\n[%header,cols=2*]\n|===\n|Name |Height\n|red |9\n|===\n",
    "lamp:: gives light\n",
  ].join("\n");
  const out = (await html(text, "asciidoc")).replaceAll(/>\s+</g, "><");
  expect(out).toContain(
    '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Mind <strong>the</strong> gap.</p><ul><li>one</li><li>two</li></ul></div>',
  );
  expect(out).toContain(
    "<p><strong>Groceries</strong></p><ul><li>milk<ul><li>whole</li></ul></li><li>eggs</li></ul>",
  );
  expect(out).toMatch(
    /<li class="task-list-item"><input (?=[^>]*checked="")[^>]*\/> done<\/li><li class="task-list-item"><input (?![^>]*checked)[^>]*\/> open<\/li>/,
  );
  expect(out).toMatch(/<li class="task-list-item"><input (?=[^>]*checked="")[^>]*\/> boxed<\/li>/);
  expect(out).toMatch(/<table><caption>Table 1. Lamps<\/caption>.*<th>Name<\/th>.*<td>red<\/td>/);
  expect(out).toContain("<dl><dt>lamp</dt><dd>gives light</dd></dl>");
});

test("tasks count their lines from the page's first, behind its front matter", async () => {
  expect(await html("---\ntitle: a\n---\n\n- [ ] lamp\n")).toContain('data-task="5"');
});

test("RDoc has headings, lists, verbatim, emphasis and links", async () => {
  const out = await html(
    [
      "= Lamps\n\nA *bold* word, _emphasis_ and +code+.\nSecond line <script>alert(1)</script>\n",
      "== Wiring\n\n* one\n  goes on\n* two\n  - nested\n\n1. first\n2. second\n",
      "[cat] a small animal\n[dog] a bigger one\n\nterm:: its meaning\n\nPlain\n\n  verbatim *text*\n    indented\n\n---\n",
      "{the docs}[https://example.com/a] Ruby[https://ruby-lang.org] {bad}[javascript:alert(1)] https://example.com.\n",
    ].join("\n"),
    "rdoc",
  );
  expect(out).toContain('<h1 id="user-content-lamps">Lamps</h1>');
  expect(out).toContain("<strong>bold</strong>");
  expect(out).toContain("<em>emphasis</em>");
  expect(out).toContain("<code>code</code>");
  expect(out).toContain("&lt;script&gt;");
  expect(out).toMatch(/<li>one\ngoes on<\/li>/);
  expect(out).toMatch(/<li><p>two<\/p><ul><li>nested<\/li><\/ul><\/li>/);
  expect(out).toContain("<ol><li>first</li><li>second</li></ol>");
  expect(out).toContain("<dl><dt>cat</dt><dd>a small animal</dd><dt>dog</dt><dd>a bigger one</dd>");
  expect(out).toContain("<dt>term</dt><dd>its meaning</dd>");
  expect(out).toContain("<pre><code>verbatim *text*\n  indented</code></pre>");
  expect(out).toContain("<hr/>");
  expect(out).toContain('<a href="https://example.com/a">the docs</a>');
  expect(out).toContain('<a href="https://ruby-lang.org">Ruby</a>');
  expect(out).toContain('<a href="https://example.com">https://example.com</a>.');
  expect(out).not.toContain("javascript:");
});
