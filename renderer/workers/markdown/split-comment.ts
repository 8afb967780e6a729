import type { Nodes, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** Replacement lines that a comment proposes. */
export interface Suggestion {
  /** Lines above and below the commented one that are replaced with it. */
  readonly above: number;
  readonly below: number;
  /** Empty: the lines are deleted. */
  readonly lines: readonly string[];
}

/** A part of a comment: Markdown, or a suggestion. */
export type CommentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "suggestion"; readonly suggestion: Suggestion };

const parser = unified().use(remarkParse).use(remarkGfm);

/**
 * Returns the parts of a comment in their order; one without suggestions is one text. A suggestion is a fenced block as
 * Markdown has it; one in a list or a quote is in the text, and a part behind it.
 */
export function splitComment(body: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  const addText = (to: number) => {
    const text = body.slice(end, to);
    if (text.trim() !== "") parts.push({ kind: "text", text });
    end = to;
  };
  for (const block of parser.parse(body).children) {
    const suggestions = suggestionsIn(block);
    if (suggestions.length === 0) continue;
    const [from, to] = [block.position?.start.offset ?? end, block.position?.end.offset ?? end];
    addText(block.type === "code" ? from : to);
    end = to;
    parts.push(...suggestions.map((suggestion) => ({ kind: "suggestion" as const, suggestion })));
  }
  addText(body.length);
  return parts;
}

function suggestionsIn(node: Nodes | RootContent): Suggestion[] {
  if ("children" in node) return node.children.flatMap(suggestionsIn);
  if (node.type !== "code" || !node.lang) return [];
  const [language, ...range] = node.lang.split(":");
  return language === "suggestion" ? [readSuggestion(range.join(":"), node.meta ?? "", node.value)] : [];
}

/** `-1`, `+2` or `-1+2`; anything else stands for the commented line alone, as on GitLab. */
const context = /^(?:-(\d+))?(?:\+(\d+))?$/;

function readSuggestion(range: string, meta: string, text: string): Suggestion {
  const [, above = "0", below = "0"] = (meta === "" && context.exec(range)) || [];
  const lines = text.trim() === "" ? [] : text.split(/\r\n|\n|\r/);
  return { above: Number(above), below: Number(below), lines };
}
