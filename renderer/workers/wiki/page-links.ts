import type { Root, RootContent } from "mdast";
import { imageType } from "../../../shared/file-types.ts";

/** `[[Page]]` or `[[text|page]]`; a table has the bar escaped. */
const notation = /\[\[([^[\]|\n]+?)(?:\\?\|([^[\]|\n]+?))?\]\]/g;

/**
 * Reads `[[Page]]` and `[[text|page]]` as links, and `[[picture.png]]` as an image. The target starts with {@link pageLinkPrefix},
 * since it is a title rather than an address.
 */
export function readPageLinks(tree: Root): void {
  visit(tree);
}

/** Begins the address of a link that names a page by its title. */
export const pageLinkPrefix = "/%5B%5B";

function visit(node: Root | RootContent): void {
  if (!("children" in node) || node.type === "link") return;
  const children = joinAddresses(node.children as RootContent[]);
  const read = children.flatMap((child): RootContent[] => {
    if (child.type !== "text") {
      visit(child);
      return [child];
    }
    return child.value.includes("[[") ? splitText(child.value, child.position) : [child];
  });
  (node.children as RootContent[]).splice(0, node.children.length, ...read);
}

/** The parser has made a link of the address in `[[text|https://…]]`: the three parts become one text again. */
function joinAddresses(children: readonly RootContent[]): readonly RootContent[] {
  const joined: RootContent[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    const opens = last?.type === "text" && /\[\[[^[\]\n]*$/.test(last.value);
    const joins = opens && (child.type === "text" || isBareAddress(child));
    if (!joins) joined.push(child);
    else {
      const value = last.value + (child.type === "text" ? child.value : child.url);
      joined[joined.length - 1] = { ...last, value };
    }
  }
  return joined;
}

function isBareAddress(node: RootContent): node is Extract<RootContent, { type: "link" }> {
  if (node.type !== "link" || node.children.length !== 1) return false;
  const [only] = node.children;
  return only?.type === "text" && only.value === node.url;
}

function splitText(text: string, position: RootContent["position"]): RootContent[] {
  const found: RootContent[] = [];
  let at = 0;
  for (const match of text.matchAll(notation)) {
    const [whole, first = "", second] = match;
    if (match.index > at) found.push({ type: "text", value: text.slice(at, match.index), position });
    at = match.index + whole.length;
    found.push(linkTo(first.trim(), (second ?? first).trim()));
  }
  if (at < text.length) found.push({ type: "text", value: text.slice(at), position });
  return found;
}

function linkTo(label: string, target: string): RootContent {
  if (/^https?:\/\//i.test(target)) {
    return { type: "link", url: target, children: [{ type: "text", value: label }] };
  }
  if (imageType(target) !== null) return { type: "image", url: `/${target.replace(/^\/+/, "")}`, alt: label };
  const [page = "", hash] = target.split("#", 2);
  const address = `${pageLinkPrefix}${encodeURIComponent(page)}${hash === undefined ? "" : `#${hash}`}`;
  return { type: "link", url: address, children: [{ type: "text", value: label }] };
}
