import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { expect, it } from "vitest";
import { z } from "zod";
import { renderMarkdown } from "../../renderer/workers/markdown/render-markdown.ts";
import { isHeading } from "../../renderer/workers/markdown/table-of-contents.ts";
import { elementsOf } from "../../renderer/workers/markdown/tree.ts";
import { readInputs } from "./read-inputs.ts";

/** Returns HTML without what has no meaning: blanks between blocks, prefixes of ids, colours of code. */
const normalized = (tree: Root): string =>
  toHtml(tree, { characterReferences: { useNamedReferences: true, omitOptionalSemicolons: false } })
    .replaceAll("user-content-", "")
    .replaceAll(/<span class="tok-[^"]*">([^<]*)<\/span>/g, "$1")
    .replaceAll('=""', "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(
      / ?(<\/?(?:p|div|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|blockquote|pre|h\d|hr|details|summary|section)\b[^>]*>) ?/g,
      "$1",
    )
    .trim();

it.each(readInputs("./markdown.txt", z.string()))(
  "$name is drawn as GitLab documents it",
  async ({ text, right }) => {
    expect(normalized(await renderMarkdown(text, { includes: true }))).toBe(right);
  },
);

it.each(readInputs("./headings.txt", z.array(z.string())))(
  "$name has GitLab's ids",
  async ({ text, right }) => {
    const headings = elementsOf(await renderMarkdown(text), isHeading);
    expect(headings.map(({ properties: { id } }) => String(id).replace(/^user-content-/, ""))).toEqual(right);
  },
);

const right = z.array(
  z.strictObject({
    type: z.string(),
    name: z.string(),
    project: z.string().optional(),
    format: z.string().optional(),
  }),
);

it.each(readInputs("./references.txt", right))("$name has GitLab's references", async ({ text, right }) => {
  const tree = await renderMarkdown(text, { references: true });
  const found = elementsOf(tree, ({ properties }) => properties.dataReferenceType !== undefined);
  expect(
    found.map(({ properties }) => ({
      type: properties.dataReferenceType,
      name: properties.dataReferenceName,
      ...(properties.dataReferenceProject ? { project: properties.dataReferenceProject } : {}),
      ...(properties.dataReferenceFormat ? { format: properties.dataReferenceFormat } : {}),
    })),
  ).toEqual(right);
});
