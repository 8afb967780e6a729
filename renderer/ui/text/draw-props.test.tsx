import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CodeLine } from "../code/code-line.ts";
import { drawProps } from "./draw-props.ts";
import { proseJsx } from "./jsx-prose.ts";

const name = "invoice\u202egpj.exe";

test("a hidden character is a mark that keeps the character for copying", () => {
  const html = renderToStaticMarkup(<b>{name}</b>);
  expect(html).toContain('role="img"');
  expect(html).toContain('aria-label="right-to-left override (U+202E)"');
  expect(html).toContain('data-mark="RLO"');
  expect(html.replace(/<[^>]+>/g, "")).toBe(name);
});

test("text is marked everywhere: in fragments, components, lists, beside other text", () => {
  const Plain = ({ children }: { children: React.ReactNode }) => <i>{children}</i>;
  for (const drawn of [
    createElement(Fragment, { key: "fragment", ...drawProps(Fragment, { children: name }) }),
    <Plain key="component">{name}</Plain>,
    <p key="beside">
      Merged {name} by {7}
    </p>,
    <p key="list">{["a", name]}</p>,
  ]) {
    expect(renderToStaticMarkup(drawn).match(/data-mark/g)).toHaveLength(1);
  }
});

test("attributes that are read out or shown name what is hidden; values stay what they are", () => {
  const html = renderToStaticMarkup(
    <label aria-label={name} title={name}>
      <input defaultValue={name} placeholder={name} />
      <select>
        <option value={name}>{name}</option>
      </select>
      <svg>
        <title>{name}</title>
      </svg>
    </label>,
  );
  expect(html.match(/invoice\[U\+202E\]gpj\.exe/g)).toHaveLength(5);
  expect(html).not.toContain("data-mark");
  expect(html.match(/value="invoice\u202egpj\.exe"/g)).toHaveLength(2);
});

test("a right-to-left name is isolated from what is beside it, once, and not in prose", () => {
  expect(renderToStaticMarkup(<p>{"שלום"} 3 commits</p>)).toBe("<p><bdi>שלום</bdi> 3 commits</p>");
  expect(renderToStaticMarkup(<bdi>שלום</bdi>)).toBe("<bdi>שלום</bdi>");
  expect(renderToStaticMarkup(proseJsx("p", { children: "שלום" }))).toBe("<p>שלום</p>");
});

test("letters that pass for Latin ones are marked", () => {
  expect(renderToStaticMarkup(<b>mаin</b>)).toBe(
    '<b>m<span role="img" class="look-alike" aria-label="а (Cyrillic)" title="Cyrillic letter that looks like “a”">а</span>in</b>',
  );
});

test("ordinary text is drawn unchanged", () => {
  for (const text of ["plain", "größe — “quoted” …", "👩🏽\u200d💻", "日本語", "привет"])
    expect(renderToStaticMarkup(<b>{text}</b>)).toBe(`<b>${text}</b>`);
});

test("properties of plain text are not copied", () => {
  const props = { title: "ASCII", children: ["a", "b"], "aria-label": "größe" };
  expect(drawProps("p", props)).toBe(props);
});

test("a line of code has its marks across colours, and its characters in their order", () => {
  const text = 'if (role != "user\u202e \u2066// admin\u2069 \u2066") {';
  const tokens = [
    { length: 12, kind: "plain" },
    { length: 40, kind: "string" },
  ];
  const html = renderToStaticMarkup(
    <code>
      <CodeLine text={text} tokens={tokens} marks={[[12, 20]]} markClass="hit" />
    </code>,
  );
  expect([...html.matchAll(/data-mark="(\w+)"/g)].map(([, mark]) => mark)).toEqual([
    "RLO",
    "LRI",
    "PDI",
    "LRI",
  ]);
  expect(html).not.toContain("<bdi>");
  expect(html.replace(/<[^>]+>/g, "").replaceAll("&quot;", '"')).toBe(text);
});
