import { nameToEmoji } from "gemoji";
import { toHtml } from "hast-util-to-html";
import rehypeSanitize from "rehype-sanitize";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type Processor, unified } from "unified";

/** A status is one line of text: syntax of blocks, images and HTML is shown as text. */
const inlineOnly = [
  "blockQuote",
  "codeFenced",
  "codeIndented",
  "definition",
  "headingAtx",
  "htmlFlow",
  "htmlText",
  "labelStartImage",
  "list",
  "setextUnderline",
  "thematicBreak",
];

function readInline(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: inlineOnly } }];
}

const renderer = unified()
  .use(readInline)
  .use(remarkParse)
  .use(remarkRehype)
  .use(rehypeSanitize, {
    tagNames: ["a", "code", "em", "strong"],
    attributes: { a: ["href"] },
    protocols: { href: ["http", "https"] },
  });

/** Returns the safe HTML of a status message: emphasis, code and links of Markdown, and emoji by their names. */
export function statusHtml(message: string): string {
  const text = message
    .replace(/\s+/g, " ")
    .replace(/:([a-z0-9_+-]+):/g, (whole, name: string) => nameToEmoji[name] ?? whole);
  return toHtml(renderer.runSync(renderer.parse(text))).trim();
}
