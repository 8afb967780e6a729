import type { Element, Root } from "hast";
import { withoutMarks } from "./escapes.ts";
import { elementsOf, textOf } from "./tree.ts";

/** Characters of a heading's text that its id is made of. */
const maxLength = 255;

/** Tier of a product, which is no part of an id, such as `**(ULTIMATE ONLY)**`. */
const tier =
  /\s*\*{0,2}\((?:core|starter|premium|ultimate|free|beta|experiment)(?:\s+(?:only|self|saas|all))?\)\*{0,2}/g;
const punctuation = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;

/** Returns the id of a heading as GitLab writes it: `Step 1 - get it` is `step-1-get-it`, `12` is `anchor-12`. */
export function headingId(text: string): string {
  const id = text
    .slice(0, maxLength)
    .trim()
    .toLowerCase()
    .replace(tier, "")
    .replace(punctuation, "")
    .replace(/[ -]+/g, "-");
  return /^\d+$/.test(id) ? `anchor-${id}` : id;
}

/** Gives each heading without an id that of its text; one that occurs again gets a number. */
export function addHeadingIds(tree: Root): void {
  const counts = new Map<string, number>();
  for (const heading of elementsOf(tree, isHeading)) {
    const id = headingId(withoutMarks(textOf(heading)));
    if (id === "") continue;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    heading.properties.id ??= count > 0 ? `${id}-${count}` : id;
  }
}

/** Returns whether an element is a heading of a document. */
export const isHeading = ({ tagName }: Element): boolean => /^h[1-6]$/.test(tagName);
