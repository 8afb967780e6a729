import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { visibleText } from "../../../shared/text/visible-text.ts";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import type { ExportNote, ExportThread } from "./export-types.ts";
import { visibleHtml } from "./visible-html.ts";

/** Returns Markdown as HTML that fetches nothing: images become links to themselves, other links keep web addresses. */
export async function markdownHtml(markdown: string): Promise<string> {
  const tree = await renderMarkdown(markdown);
  makePassive(tree);
  return toHtml(tree);
}

/** Returns a thread as HTML; `line` names its line where it is not below that. */
export async function threadHtml(thread: ExportThread, line = ""): Promise<string> {
  const marks = [
    line ? `<span class="badge">${line}</span>` : "",
    thread.outdated ? '<span class="badge">Outdated</span>' : "",
    thread.resolved ? '<span class="badge done">Resolved</span>' : "",
  ].join("");
  const notes = await Promise.all(thread.notes.map(noteHtml));
  return `<div class="thread${thread.resolved ? " resolved" : ""}">${marks}${notes.join("")}</div>`;
}

async function noteHtml({ author, username, time, body }: ExportNote): Promise<string> {
  const name = `<strong><bdi>${visibleHtml(author)}</bdi></strong>`;
  const handle = username ? ` <span class="muted">@${visibleHtml(username)}</span>` : "";
  const when = time
    ? ` <time class="muted" datetime="${visibleHtml(time)}">${visibleHtml(dateText(time))}</time>`
    : "";
  return `<article class="note"><p class="who">${name}${handle}${when}</p><div class="prose">${await markdownHtml(body)}</div></article>`;
}

/** Returns a date and time as text, in the user's time zone. */
export function dateText(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

function makePassive(node: Root | Element): void {
  // A formula is there twice: as MathML, and as boxes that need a style and fonts of their own.
  const children = node.children.filter((child) => child.type !== "element" || !isFormulaBoxes(child));
  node.children = children.map((child): ElementContent => {
    if (child.type === "text") return { ...child, value: visibleText(child.value) };
    if (child.type !== "element") return { type: "text", value: "" };
    // Ids would collide between comments; the page's policy allows no style but its own.
    delete child.properties.id;
    delete child.properties.style;
    if (isMedia.test(child.tagName)) return mediaLink(child);
    if (child.tagName === "a") {
      const { href } = child.properties;
      child.properties = isWeb(href) ? { href, rel: ["noreferrer", "noopener"] } : {};
    }
    makePassive(child);
    return child;
  });
}

const isMedia = /^(?:img|video|audio)$/;

const isFormulaBoxes = ({ properties: { className } }: Element): boolean =>
  Array.isArray(className) && className.includes("katex-html");

function mediaLink({ tagName, properties: { src, alt } }: Element): Element {
  const text = {
    type: "text",
    value: `[${tagName === "img" ? "image" : tagName}${alt ? `: ${alt}` : ""}]`,
  } as const;
  return isWeb(src)
    ? {
        type: "element",
        tagName: "a",
        properties: { href: src, rel: ["noreferrer", "noopener"] },
        children: [text],
      }
    : { type: "element", tagName: "span", properties: {}, children: [text] };
}

const isWeb = (address: unknown): address is string =>
  typeof address === "string" && /^(https?:\/\/|mailto:)/i.test(address);
