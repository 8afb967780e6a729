import type { ElementContent, Root, RootContent } from "hast";
import { renderHtml } from "../markdown/render-markdown.ts";

/** AsciiDoc as a sanitised tree. Its processor reads no file and no address, and is loaded with the first such page. */
export async function renderAsciidoc(text: string): Promise<Root> {
  const { convert } = await import("@asciidoctor/core");
  const html = await convert(text, {
    safe: "secure",
    standalone: false,
    attributes: { showtitle: true, stem: "latexmath", relfilesuffix: "", outfilesuffix: "" },
  });
  const tree = await renderHtml(formulasAsCode(String(html)));
  boldTitles(tree);
  return tree;
}

/** The processor leaves formulas to a script of the page: `\(…\)` and `\[…\]` become what Markdown makes of formulas. */
function formulasAsCode(html: string): string {
  return html
    .split(/(<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\\\[([\s\S]+?)\\\]/g, '<pre><code class="language-math math-display">$1</code></pre>')
            .replace(/\\\(([\s\S]+?)\\\)/g, '<code class="language-math math-inline">$1</code>'),
    )
    .join("");
}

const titles: ReadonlySet<string> = new Set(["Note", "Tip", "Important", "Caution", "Warning"]);

/** Admonitions are tables by their markup; without the processor's style sheet their names are set in bold. */
function boldTitles(node: Root | RootContent): void {
  if (!("children" in node)) return;
  const children = node.children as ElementContent[];
  for (const [i, child] of children.entries()) {
    if (child.type !== "element") continue;
    const [only] = child.children;
    if (child.tagName === "div" && only?.type === "text" && titles.has(only.value)) {
      children[i] = { type: "element", tagName: "strong", properties: {}, children: [only] };
    } else boldTitles(child);
  }
}
