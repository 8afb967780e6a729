import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DiscardButton } from "./discard-button.tsx";

const root = new URL("../..", import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"));

it("is labelled Cancel while there is nothing to discard", () => {
  expect(renderToStaticMarkup(<DiscardButton />)).toMatch(/class="[^"]*discard[^"]*".*Discard/);
  expect(renderToStaticMarkup(<DiscardButton isChanged={false} />)).toContain("Cancel");
});

it("is the Discard of every form, so that none is next to the submit button", () => {
  const sends = /type="submit"|submitLabel=/;
  const discards = /<Button(?:(?!<\/Button>)[\s\S])*?(?:>|")\s*Discard\b/;
  const wrong = sources.filter((path) => {
    const text = readFileSync(new URL(path, root), "utf8");
    return sends.test(text) && discards.test(text);
  });
  expect(wrong).toEqual([]);
  const sheet = readFileSync(new URL("ui/buttons/discard-button.module.css", root), "utf8");
  expect(sheet).toMatch(/\.discard \{\s*margin-inline-end: auto;/);
  expect(sheet).toMatch(/\.discard:last-child \{\s*margin-inline: auto 0;/);
});
