import type { Element, Root, RootContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { ImageOff } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactElement, RefObject } from "react";
import { Fragment } from "react/jsx-runtime";
import { Icon } from "../icon.tsx";
import { proseJsx, proseJsxs } from "../text/jsx-prose.ts";
import { Diagram } from "./diagram.tsx";
import { Heading } from "./heading.tsx";
import styles from "./markdown.module.css";
import { RemoteImage } from "./remote-image.tsx";
import { RepositoryImage } from "./repository-image.tsx";
import { type Reference, resolveReference } from "./resolve-reference.ts";

/** Addresses of the repository's links and images. */
export interface MarkdownLinks {
  readonly folder: string;
  readonly linkTo: (path: string, hash: string) => string;
  readonly imageUrl: (path: string) => string;
  readonly onNavigate: (href: string) => void;
  /** Reads addresses by rules other than those of a repository, such as a wiki's. */
  readonly resolve?: ((address: string) => Reference) | undefined;
  /** Address of a heading: each gets a link to itself, and links within the document go there. */
  readonly headingHref?: ((id: string) => string) | undefined;
}

const referenceOf = ({ resolve, folder }: MarkdownLinks, address: string): Reference =>
  resolve ? resolve(address) : resolveReference(folder, address);

/** Settings of a rendered document. */
export interface MarkdownContext {
  /** Whether images from elsewhere may be fetched. */
  readonly remote: boolean;
  readonly links: () => MarkdownLinks;
  readonly root: RefObject<HTMLElement | null>;
}

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
      img: (props: ComponentProps<"img">) => <Picture {...props} context={context} />,
      pre: ({ node, ...props }: ComponentProps<"pre"> & NodeProps) => {
        const diagram = node ? diagramOf(node) : null;
        return diagram === null ? <pre {...props} {...scrollable} /> : <Diagram source={diagram} />;
      },
      table: ({ node: _, ...props }: ComponentProps<"table"> & NodeProps) => (
        <table {...props} {...scrollable} />
      ),
      input: ({ node: _, ...props }: ComponentProps<"input"> & NodeProps) => (
        <input {...props} aria-label={props.checked ? "done" : "not done"} readOnly />
      ),
    },
  });

/** Node of the tree, which components get as a prop. */
interface NodeProps {
  readonly node?: Element | undefined;
}

/** Returns the source of a Mermaid block; null for any other code. */
function diagramOf(pre: Element): string | null {
  const [code] = pre.children;
  if (code?.type !== "element" || code.tagName !== "code") return null;
  const names = code.properties.className;
  if (!Array.isArray(names) || !names.includes("language-mermaid")) return null;
  return code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
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

/** Props of a rendered element; the tree's node itself is not passed on. */
interface ElementProps {
  readonly context: MarkdownContext;
  readonly node?: unknown;
}

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

function Anchor({ context, node: _, href = "", children, ...rest }: ComponentProps<"a"> & ElementProps) {
  const links = context.links();
  const target = referenceOf(links, href);
  if (target.kind === "none") return <span>{children}</span>;
  if (target.kind === "external") {
    return (
      <a {...rest} href={target.url} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const fragment = target.kind === "fragment" ? target.id.replace(/^user-content-/, "") : null;
  const address =
    target.kind === "file"
      ? links.linkTo(target.path, target.hash)
      : (links.headingHref?.(fragment ?? "") ?? `#${target.id}`);
  const missing = target.kind === "file" ? target.missing : undefined;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (fragment === null || links.headingHref) context.links().onNavigate(address);
    if (fragment === null) return;
    const name = CSS.escape(fragment);
    context.root.current?.querySelector(`#user-content-${name}`)?.scrollIntoView({ block: "start" });
  };
  return (
    <a
      {...rest}
      href={address}
      onClick={onClick}
      {...(missing ? { title: missing, className: styles.missing } : {})}
    >
      {children}
    </a>
  );
}

function Picture({ context, node: _, src = "", alt = "", ...rest }: ComponentProps<"img"> & ElementProps) {
  const links = context.links();
  const target = referenceOf(links, src);
  if (target.kind === "file") {
    return <RepositoryImage {...rest} src={links.imageUrl(target.path)} path={target.path} alt={alt} />;
  }
  if (target.kind === "external" && context.remote && /^https?:/i.test(target.url)) {
    return <RemoteImage {...rest} src={target.url} alt={alt} />;
  }
  return (
    <span className={styles.blocked} title={target.kind === "external" ? target.url : undefined}>
      <Icon of={ImageOff} size={14} />
      {alt || "image"}
    </span>
  );
}

/** Returns the hosts of a document's remote images, each once. */
export function remoteHosts(tree: Root): string[] {
  const hosts = new Set<string>();
  const visit = (node: RootContent | Element): void => {
    if (node.type !== "element") return;
    if (node.tagName === "img") {
      const target = resolveReference("", String(node.properties.src ?? ""));
      if (target.kind === "external" && URL.canParse(target.url)) hosts.add(new URL(target.url).host);
    }
    for (const child of node.children) visit(child);
  };
  for (const child of tree.children) visit(child);
  return [...hosts];
}
