import type { Root } from "hast";
import { element, elementsOf, text, textOf } from "./tree.ts";

const part = String.raw`\s*[+-]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})%?\s*`;
const hex = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;
const functional = new RegExp(String.raw`^(?:rgba?|hsla?)\(${part},${part},${part}(?:,${part})?\)$`, "i");

/** Characters of the longest colour. */
const maxLength = 60;

/** Draws a chip after each colour that is written as inline code; a backslash before the colour prevents it. */
export function drawColours(tree: Root): void {
  for (const pre of elementsOf(tree, ({ tagName }) => tagName === "code")) {
    const written = pre.children.length === 1 ? textOf(pre) : "";
    if (written.length > maxLength) continue;
    const escaped = written.startsWith("\\") && isColour(written.slice(1));
    if (escaped) pre.children = [text(written.slice(1))];
    else if (isColour(written)) {
      const style = `background-color: ${written.trim()}`;
      pre.children.push(element("span", { className: ["gfm-color_chip"] }, [element("span", { style })]));
    }
  }
}

const isColour = (written: string): boolean => hex.test(written.trim()) || functional.test(written.trim());
