import type { Element, Root } from "hast";
import { elementsOf } from "./tree.ts";

const size = /^\d{1,4}(?:%|px)?$/;
const video = /\.(?:mp4|m4v|mov|webm|ogv)$/i;
const audio = /\.(?:mp3|oga|ogg|spx|wav)$/i;

/** Reads the sizes after images, such as `{width=100 height=50%}`, and makes players of those that are video or audio. */
export function readMedia(tree: Root): void {
  for (const parent of [tree, ...elementsOf(tree, ({ children }) => children.some(isImage))]) {
    for (const [i, child] of parent.children.entries()) {
      if (!isImage(child)) continue;
      const next = parent.children[i + 1];
      const attributes = next?.type === "text" ? /^\{([^}\n]{1,100})\}/.exec(next.value) : null;
      if (next?.type === "text" && attributes) {
        next.value = next.value.slice(attributes[0].length);
        for (const attribute of (attributes[1] ?? "").split(/\s+/)) setAttribute(child, attribute);
      }
      const path = String(child.properties.src ?? "").replace(/[?#].*$/s, "");
      if (video.test(path)) child.tagName = "video";
      else if (audio.test(path)) child.tagName = "audio";
    }
  }
}

const isImage = (node: Root["children"][number]): node is Element =>
  node.type === "element" && node.tagName === "img";

function setAttribute(image: Element, attribute: string): void {
  const [, name, value = ""] = /^(width|height)="?([^"\s]+)"?$/.exec(attribute) ?? [];
  if (name && size.test(value)) image.properties[name] = value;
  const float = /^\.float-(left|right|none)$/.exec(attribute)?.[1];
  if (float) image.properties.className = [`glfm-float-${float}`];
}
