import type { Element, Root, RootContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { ImageOff } from "lucide-react";
import type { ComponentProps, ComponentType, MouseEvent, ReactElement, ReactNode, RefObject } from "react";
import { Fragment } from "react/jsx-runtime";
import { Icon } from "../icon.tsx";
import { proseJsx, proseJsxs } from "../text/jsx-prose.ts";
import { Diagram } from "./diagram.tsx";
import { diagramKinds } from "./diagram-kinds.ts";
import { scrollToAnchor } from "./find-anchor.ts";
import { Heading } from "./heading.tsx";
import styles from "./markdown.module.css";
import { MediaPlayer } from "./media-player.tsx";
import { FetchedImage, RemoteImage } from "./remote-image.tsx";
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
  /** Draws a reference such as `!3`; without it references are text. */
  readonly Reference?: ComponentType<ReferenceProps> | undefined;
  /** Names an address that is written as it is, such as `!3`, with its address within the app; null for any other. */
  readonly nameAddress?:
    | ((url: string) => { readonly label: string; readonly href: string } | null)
    | undefined;
  /** Fetches an image that was uploaded to the service. */
  readonly fetchUpload?: ((url: string, signal: AbortSignal) => Promise<Blob>) | undefined;
  /** Changes a task by the line of the text, from 1, that it is on; without it tasks cannot be changed. */
  readonly onTask?: ((line: number, isDone: boolean) => void) | undefined;
}

/** A reference as it is written. */
export interface ReferenceProps {
  /** Such as `merge_request`. */
  readonly type: string;
  /** Number, name, title or id. */
  readonly name: string;
  /** Path of another project as it is written; empty for the document's own. */
  readonly project: string;
  /** `+` for the title, `+s` for a summary. */
  readonly format: string;
  /** The text of the reference. */
  readonly children: ReactNode;
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
      span: ({ node, children, ...props }: ComponentProps<"span"> & NodeProps) => {
        const { Reference } = context.links();
        const reference = node && Reference ? referenceData(node) : null;
        if (!reference || !Reference) return <span {...props}>{children}</span>;
        return <Reference {...reference}>{children}</Reference>;
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

function Anchor({ context, node: _, href, children, ...rest }: ComponentProps<"a"> & ElementProps) {
  // A target of links, such as `<a name="install"></a>`.
  if (href === undefined) return <a {...rest}>{children}</a>;
  const links = context.links();
  const named = children === href ? links.nameAddress?.(href) : null;
  const target: Reference = named ? { kind: "view", href: named.href } : referenceOf(links, href);
  if (target.kind === "none") return <span {...rest}>{children}</span>;
  if (target.kind === "external" || target.kind === "upload") {
    return (
      <a {...rest} href={target.url} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const fragment = target.kind === "fragment" ? target.id.replace(/^user-content-/, "") : null;
  const address =
    target.kind === "view"
      ? target.href
      : target.kind === "file"
        ? links.linkTo(target.path, target.hash)
        : (links.headingHref?.(fragment ?? "") ?? `#${fragment}`);
  const missing = target.kind === "file" ? target.missing : undefined;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (fragment === null || links.headingHref) context.links().onNavigate(address);
    if (fragment !== null) scrollToAnchor(context.root.current, fragment);
  };
  return (
    <a
      {...rest}
      href={address}
      onClick={onClick}
      {...(missing ? { title: missing, className: styles.missing } : {})}
    >
      {named ? named.label : children}
    </a>
  );
}

function Picture({ context, node: _, src = "", alt = "", ...rest }: ComponentProps<"img"> & ElementProps) {
  const links = context.links();
  const target = referenceOf(links, src);
  if (target.kind === "file") {
    return <RepositoryImage {...rest} src={links.imageUrl(target.path)} path={target.path} alt={alt} />;
  }
  if (target.kind === "upload" && links.fetchUpload) {
    return <FetchedImage {...rest} src={target.url} alt={alt} fetch={links.fetchUpload} />;
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

interface MediaProps extends Omit<ComponentProps<"img">, "ref"> {
  readonly kind: "video" | "audio";
  readonly context: MarkdownContext;
  readonly node?: unknown;
}

/** A player of a file of the repository; a link to what is elsewhere. */
function Media({ kind, context, node: _, src = "", alt = "", width, height, title }: MediaProps) {
  const links = context.links();
  const target = referenceOf(links, src);
  const name = alt || src;
  if (target.kind === "file") {
    return <MediaPlayer {...{ kind, width, height, title }} src={links.imageUrl(target.path)} name={name} />;
  }
  return (
    <Anchor href={src} context={context}>
      {`${name} (${kind})`}
    </Anchor>
  );
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
