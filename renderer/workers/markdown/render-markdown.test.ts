import type { Element, Root } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

const html = async (markdown: string) =>
  renderToStaticMarkup(toJsxRuntime(await renderMarkdown(markdown), { Fragment, jsx, jsxs }));

const elements = (node: Root | Element): Element[] =>
  node.children.flatMap((child) => (child.type === "element" ? [child, ...elements(child)] : []));

test("GitHub's flavour works", async () => {
  const out = await html(
    "# Title\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~no~~ https://example.com\n",
  );
  expect(out).toContain('<h1 id="user-content-title">');
  expect(out).toContain('<td style="text-align:right">2</td>');
  expect(out).toContain('type="checkbox"');
  expect(out).toContain("<del>no</del>");
  expect(out).toContain('<a href="https://example.com">');
});

test("code is coloured by classes", async () => {
  expect(await html("```ts\nconst x = 1;\n```")).toContain('<span class="tok-keyword">const</span>');
});

test("front matter becomes a block of YAML", async () => {
  const out = await html("---\ntitle: Hello\n---\n# Body\n");
  expect(out).toContain("language-yaml");
  expect(out).toContain("<h1");
  expect(out).not.toContain("<hr>");
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<iframe src='https://evil.example'></iframe>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#x09;script:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:alert(1))",
  '<a href="  javascript:alert(1)">x</a>',
  "<form action='https://evil.example'><input type=password name=p><button>go</button></form>",
  "<style>body{background:url(https://evil.example)}</style>",
  '<p style="background:url(https://evil.example)">x</p>',
  "<link rel=stylesheet href=https://evil.example>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<base href=https://evil.example>",
  "<object data=https://evil.example></object><embed src=https://evil.example>",
  "<video src=https://evil.example autoplay></video><audio src=https://evil.example></audio>",
  "<picture><source srcset=https://evil.example/a.png><img srcset=https://evil.example/b.png></picture>",
  "<table background=https://evil.example><tr><td background=https://evil.example>x</td></tr></table>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<div onclick=alert(1) class='modal-open' data-x=1>x</div>",
  "<template><img src=x onerror=alert(1)></template>",
  "![x](javascript:alert(1))",
  "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
  "<a href=https://a.example ping=https://evil.example target=_self>x</a>",
])("%s does no harm", async (hostile) => {
  const tree = await renderMarkdown(`text\n\n${hostile}\n`);
  expect(elements(tree).length).toBeGreaterThan(0);
  for (const { tagName, properties } of elements(tree)) {
    expect(tagName).toMatch(/^(a|img|p|div|h\d|table|tbody|tr|td|input)$/);
    for (const [name, value] of Object.entries(properties)) {
      expect(name).toMatch(/^(href|src|alt|title|disabled|type)$/);
      if (name === "href" || name === "src")
        expect(String(value)).not.toMatch(/^\s*(javascript|vbscript|data)/i);
    }
  }
});

test("names that would shadow the page's own are prefixed", async () => {
  expect(await html('<a id="location">x</a>')).toContain('id="user-content-location"');
});

test("deep nesting ends", async () => {
  expect(await html(`${">".repeat(500)} deep`)).toContain("deep");
});

test("formulas are drawn, inline, in blocks and in the services' own notation", async () => {
  for (const text of ["$a^2$", "$$\na^2\n$$", "```math\na^2\n```", "$`a^2`$"]) {
    expect(await html(text), text).toContain('class="katex');
  }
  expect(await html("$$\na^2\n$$")).toContain("katex-display");
});

test("money is not a formula", async () => {
  for (const text of ["from $5 to $6", "$5/$6 each", "it costs $ 5 $ now"]) {
    expect(await html(text), text).not.toContain("katex");
  }
  expect(await html("from $5 to $6")).toContain("from $5 to $6");
});

test("a hostile formula neither links nor runs nor grows", async () => {
  const hostile = await html(
    "$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/x.png}$ $\\def\\a{\\a\\a}\\a$",
  );
  expect(hostile).not.toMatch(/<a |<img|href=/);
});

test("a diagram's source stays text", async () => {
  expect(await html("```mermaid\ngraph TD; a-->b\n```")).toContain("graph TD; a--&gt;b");
});
