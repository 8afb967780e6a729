import type { Element, Root, RootContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Fragment } from "react/jsx-runtime";
import { proseJsx, proseJsxs } from "../text/jsx-prose.ts";
import { Anchor } from "./anchor.tsx";
import { Diagram } from "./diagram.tsx";
import { diagramKinds } from "./diagram-kinds.ts";
import { Media, Picture } from "./document-media.tsx";
import { Heading } from "./heading.tsx";
import styles from "./markdown.module.css";
import {
  type MarkdownContext,
  type MarkdownLinks,
  type ReferenceProps,
  referenceOf,
} from "./markdown-links.ts";

/** Converts a sanitised tree to elements, with its links and images resolved. */
export const markdownElements = (tree: Root, context: MarkdownContext): ReactElement =>
  toJsxRuntime(tree, {
    Fragment,
    jsx: proseJsx,
    jsxs: proseJsxs,
    passNode: true,
    components: {
      ...headings(context),
      a: (props: ComponentProps<"a">) => <Anchor {...props} context={context} />,
      data: ({ node, children }: ComponentProps<"data"> & NodeProps) => {
        const { Reference } = context.links();
        const reference = node ? referenceData(node) : null;
        return reference && Reference ? <Reference {...reference}>{children}</Reference> : children;
      },
      img: (props: ComponentProps<"img">) => <Picture {...props} context={context} />,
      video: (props: ComponentProps<"img">) => <Media {...props} kind="video" context={context} />,
      audio: (props: ComponentProps<"img">) => <Media {...props} kind="audio" context={context} />,
      pre: ({ node, ...props }: ComponentProps<"pre"> & NodeProps) => {
        const block = node ? codeOf(node) : null;
        if (block?.language === "mermaid") return <Diagram source={block.text} />;
        const drawnBy = block ? diagramKinds[block.language] : undefined;
        const code = <pre {...props} {...scrollable} />;
        return drawnBy === undefined ? code : <UndrawnDiagram kind={drawnBy}>{code}</UndrawnDiagram>;
      },
      table: ({ node: _, ...props }: ComponentProps<"table"> & NodeProps) => (
        <table {...props} {...scrollable} />
      ),
      input: ({ node, ...props }: ComponentProps<"input"> & NodeProps) => (
        <Task {...props} line={node?.properties.dataTask} context={context} />
      ),
    },
  });

/** Node of the tree, which components get as a prop. */
interface NodeProps {
  readonly node?: Element | undefined;
}

/** Returns the text and language of a block of code; null for any other element. */
function codeOf(pre: Element): { readonly language: string; readonly text: string } | null {
  const [code] = pre.children;
  if (code?.type !== "element" || code.tagName !== "code") return null;
  const names = code.properties.className;
  const name = Array.isArray(names) ? names.find((each) => String(each).startsWith("language-")) : undefined;
  if (name === undefined) return null;
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  return { language: String(name).slice("language-".length).toLowerCase(), text };
}

/** Returns the reference that an element marks; null for any other element. */
function referenceData({ properties }: Element): Omit<ReferenceProps, "children"> | null {
  const { dataReferenceType: type, dataReferenceName: name } = properties;
  if (typeof type !== "string" || typeof name !== "string") return null;
  return {
    type,
    name,
    project: String(properties.dataReferenceProject ?? ""),
    format: String(properties.dataReferenceFormat ?? ""),
  };
}

/** A diagram that Helve has no renderer for: its source, and what draws it. */
function UndrawnDiagram({ kind, children }: { readonly kind: string; readonly children: ReactNode }) {
  return (
    <figure className={styles.undrawn}>
      <figcaption>{kind} diagram, shown as its source: Helve does not draw it.</figcaption>
      {children}
    </figure>
  );
}

interface TaskProps extends Omit<ComponentProps<"input">, "ref"> {
  readonly context: MarkdownContext;
  readonly line: unknown;
}

/** The check box of a task, which can be clicked where the text can be changed. */
function Task({ context, line, disabled: _, ...props }: TaskProps) {
  const { onTask } = context.links();
  const isDone = props.checked === true;
  const isEditable = onTask !== undefined && typeof line === "number";
  const name = "data-inapplicable" in props ? "not applicable" : isDone ? "done" : "not done";
  if (!isEditable) return <input {...props} disabled readOnly aria-label={name} />;
  return <input {...props} aria-label={name} onChange={() => context.links().onTask?.(line, !isDone)} />;
}

/** Returns whether a tree contains formulas, which need a style sheet of their own. */
export function hasFormulas(nodes: readonly RootContent[]): boolean {
  return nodes.some((node) => {
    if (node.type !== "element") return false;
    const names = node.properties.className;
    return (Array.isArray(names) && names.includes("katex")) || hasFormulas(node.children);
  });
}

/** Attributes that make a wide block scrollable with the keyboard. */
const scrollable = { tabIndex: 0 };

/** Returns the components of headings with a link to themselves, where headings have an address. */
function headings(context: MarkdownContext) {
  const { headingHref } = context.links();
  if (!headingHref) return {};
  const of = (level: 1 | 2 | 3 | 4 | 5 | 6) => (props: ComponentProps<"h1">) => (
    <Heading
      {...props}
      level={level}
      hrefOf={(id) => context.links().headingHref?.(id) ?? headingHref(id)}
      onNavigate={(href) => context.links().onNavigate(href)}
    />
  );
  return { h1: of(1), h2: of(2), h3: of(3), h4: of(4), h5: of(5), h6: of(6) };
}

/** Returns the hosts of a document's remote images, each once. */
export function remoteHosts(tree: Root, links: MarkdownLinks): string[] {
  const hosts = new Set<string>();
  const visit = (node: RootContent | Element): void => {
    if (node.type !== "element") return;
    if (node.tagName === "img") {
      const target = referenceOf(links, String(node.properties.src ?? ""));
      if (target.kind === "external" && URL.canParse(target.url)) hosts.add(new URL(target.url).host);
    }
    for (const child of node.children) visit(child);
  };
  for (const child of tree.children) visit(child);
  return [...hosts];
}
