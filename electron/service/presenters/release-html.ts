import { toHtml } from "hast-util-to-html";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize);

/** Returns the safe HTML of release notes in Markdown. */
export const releaseHtml = async (text: string): Promise<string> =>
  toHtml(await markdown.run(markdown.parse(text)));
