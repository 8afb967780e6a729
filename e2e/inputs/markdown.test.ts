import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { expect, it } from "vitest";
import { z } from "zod";
import { renderMarkdown } from "../../renderer/workers/markdown/render-markdown.ts";
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

it.each(readInputs("markdown", z.string()))(
  "$name is drawn as GitLab documents it",
  async ({ text, right }) => {
    expect(normalized(await renderMarkdown(text, { includes: true }))).toBe(right);
  },
);
