import { expect, it } from "vitest";
import { z } from "zod";
import { isHeading } from "../../renderer/workers/markdown/heading-ids.ts";
import { renderMarkdown } from "../../renderer/workers/markdown/render-markdown.ts";
import { elementsOf } from "../../renderer/workers/markdown/tree.ts";
import { readInputs } from "./read-inputs.ts";

it.each(readInputs("headings", z.array(z.string())))("$name has GitLab's ids", async ({ text, right }) => {
  const headings = elementsOf(await renderMarkdown(text), isHeading);
  expect(headings.map(({ properties: { id } }) => String(id).replace(/^user-content-/, ""))).toEqual(right);
});
