import { expect, it } from "vitest";
import { z } from "zod";
import { renderMarkdown } from "../../renderer/workers/markdown/render-markdown.ts";
import { elementsOf } from "../../renderer/workers/markdown/tree.ts";
import { readInputs } from "./read-inputs.ts";

const right = z.array(
  z.strictObject({
    type: z.string(),
    name: z.string(),
    project: z.string().optional(),
    format: z.string().optional(),
  }),
);

it.each(readInputs("references", right))("$name has GitLab's references", async ({ text, right }) => {
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
