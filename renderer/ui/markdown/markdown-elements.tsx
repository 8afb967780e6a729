import type { Element, ElementContent, Root, RootContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Link2 } from "lucide-react";
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Fragment } from "react/jsx-runtime";
import { Icon } from "../marks/icon.tsx";
import { proseJsx, proseJsxs } from "../text/jsx-prose.ts";
import { Anchor, scrollToAnchor } from "./anchor.tsx";
import { Diagram } from "./diagram.tsx";
import { Media, Picture } from "./document-media.tsx";
import headingStyles from "./heading.module.css";
import { isJsonTable, JsonTable } from "./json-table.tsx";
import { type LoadedImage, loadFirstImages } from "./load-images.ts";
import styles from "./markdown.module.css";
import {
  type MarkdownContext,
  type MarkdownLinks,
  type ReferenceProps,
  referenceOf,
} from "./markdown-links.ts";
import "../code/code-tokens.css";
import "./extensions.css";
import type { Optional } from "../../../shared/optional.ts";
import { Button } from "../buttons/button.tsx";
import { CopyableCode } from "../buttons/copy-button.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { RawText, reasonOf } from "../text/raw-text.tsx";
import { RemoteImages } from "./remote-image.tsx";

/** Converts a sanitised tree to elements, with its links and images resolved. */
function markdownElements(tree: Root, context: MarkdownContext): ReactElement {
  const drawNodes = (children: ElementContent[]) => markdownElements({ type: "root", children }, context);
  return toJsxRuntime(tree, {
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
        const code = (
          <CopyableCode text={() => (node ? textOf(node).replace(/\n$/, "") : "")}>
            <pre {...props} {...scrollable} />
          </CopyableCode>
        );
        return drawnBy === undefined ? code : <UndrawnDiagram kind={drawnBy}>{code}</UndrawnDiagram>;
      },
      table: ({ node, ...props }: ComponentProps<"table"> & NodeProps) =>
        node && isJsonTable(node) ? (
          <JsonTable table={node} draw={drawNodes} />
        ) : (
          <table {...props} {...scrollable} />
        ),
      input: ({ node, ...props }: ComponentProps<"input"> & NodeProps) => (
        <Task {...props} line={node?.properties.dataTask} context={context} />
      ),
    },
  });
}

/** Node of the tree, which components get as a prop. */
interface NodeProps {
  readonly node?: Element;
}

/** Returns the text and language of a block of code; null for any other element. */
function codeOf(pre: Element): { readonly language: string; readonly text: string } | null {
  const [code] = pre.children;
  if (code?.type !== "element" || code.tagName !== "code") return null;
  const names = code.properties.className;
  const name = Array.isArray(names) ? names.find((each) => String(each).startsWith("language-")) : undefined;
  if (name === undefined) return null;
  return { language: String(name).slice("language-".length).toLowerCase(), text: textOf(code) };
}

/** Returns the text of an element, in which code has spans for its colours. */
const textOf = ({ children }: Element): string =>
  children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? textOf(child) : ""))
    .join("");

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
function hasFormulas(nodes: readonly RootContent[]): boolean {
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
function remoteHosts(tree: Root, links: MarkdownLinks): string[] {
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

const kroki = (name: string): string => `${name} (Kroki)`;

/** Names of the diagrams that services draw with PlantUML or Kroki, by the language of their block of code. */
export const diagramKinds: Readonly<Record<string, string>> = {
  plantuml: "PlantUML",
  c4plantuml: kroki("C4 with PlantUML"),
  ...Object.fromEntries(
    [
      ...[
        "ActDiag",
        "BlockDiag",
        "Bytefield",
        "D2",
        "DBML",
        "Ditaa",
        "Erd",
        "Excalidraw",
        "GraphViz",
        "Nomnoml",
      ],
      ...[
        "NwDiag",
        "PacketDiag",
        "Pikchr",
        "RackDiag",
        "SeqDiag",
        "Structurizr",
        "Svgbob",
        "Symbolator",
        "TikZ",
      ],
      ...["UMLet", "Vega", "VegaLite", "WaveDrom", "WireViz", "BPMN", "diagramsnet"],
    ].map((name) => [name.toLowerCase(), kroki(name)] as const),
  ),
};

interface HeadingProps extends ComponentProps<"h1"> {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Address within the app of the heading with an id. */
  readonly hrefOf: (id: string) => string;
  readonly onNavigate: (href: string) => void;
  readonly node?: unknown;
}

/** A heading with a link to itself beside it. */
function Heading({ level, hrefOf, onNavigate, node: _, id, children, ...rest }: HeadingProps) {
  const Element = `h${level}` as const;
  const href = id && hrefOf(id.replace(/^user-content-/, ""));
  const heading = (
    <Element {...rest} id={id}>
      {children}
    </Element>
  );
  if (!href) return heading;
  return (
    <div className={headingStyles.heading}>
      {heading}
      <a
        className={headingStyles.link}
        href={href}
        aria-label="Link to this heading"
        aria-describedby={id}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onNavigate(href);
        }}
      >
        <Icon of={Link2} size={14} />
      </a>
    </div>
  );
}

export interface MarkdownProps
  extends MarkdownLinks,
    Optional<{
      /** Id of the heading that the address names, which is scrolled to once the document is drawn. */
      hash: string;
    }> {
  readonly text: string;
  /** Makes a sanitised tree of the text outside of the page's thread; `workers/markdown` has one. */
  readonly render: (markdown: string, signal: AbortSignal) => Promise<Root>;
  /** Changes where what links lead to has changed: the same text is drawn again. */
  readonly linksVersion?: unknown;
}

/**
 * An untrusted document: sanitised, with the repository's own links and images working. Nothing is fetched from
 * elsewhere until the user clicks it.
 */
export function Markdown({ text, render, linksVersion, hash = "", ...links }: MarkdownProps) {
  const [state, setState] = useState<{
    readonly text: string;
    readonly tree?: Root;
    readonly failure?: string;
  }>({ text });
  const [remote, setRemote] = useState(false);
  const source = useContext(RemoteImages);
  const root = useRef<HTMLElement>(null);
  const images = useRef(new Map<string, LoadedImage>());
  const latestLinks = useRef(links);
  latestLinks.current = links;
  useEffect(() => {
    const controller = new AbortController();
    setRemote(false);
    const load = async () => {
      const tree = await render(text, controller.signal);
      const fileOf = (source: string) => {
        const target = referenceOf(latestLinks.current, source);
        return target.kind === "file"
          ? { url: latestLinks.current.imageUrl(target.path), path: target.path }
          : null;
      };
      await loadFirstImages(tree, fileOf, images.current, controller.signal);
      if (!controller.signal.aborted) setState({ text, tree });
    };
    load().catch(
      (error: unknown) => controller.signal.aborted || setState({ text, failure: reasonOf(error) }),
    );
    return () => controller.abort();
  }, [text, render]);
  const { tree } = state;
  const formulas = useMemo(() => tree !== undefined && hasFormulas(tree.children), [tree]);
  useEffect(() => {
    if (formulas) void import("katex/dist/katex.min.css");
  }, [formulas]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: targets of links are read on rendering
  const hosts = useMemo(() => (tree ? remoteHosts(tree, latestLinks.current) : []), [tree, linksVersion]);
  // It may be known later that the text is the user's to change.
  const isEditable = links.onTask !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: targets of links, and what a task does, are read on rendering
  const drawn = useMemo(
    () =>
      tree
        ? markdownElements(tree, { remote, links: () => latestLinks.current, root, images: images.current })
        : null,
    [tree, remote, linksVersion, isEditable],
  );
  const isDrawn = drawn !== null;
  useEffect(() => {
    if (isDrawn && hash !== "") scrollToAnchor(root.current, hash);
  }, [isDrawn, hash]);
  if (state.failure) {
    return <RawText what="The document" text={text} reason={state.failure} />;
  }
  if (!drawn) return <Skeleton lines={6} label="Loading the document" />;
  return (
    <article ref={root} className={styles.markdown} dir="auto">
      {hosts.length > 0 && !remote && source ? (
        <div className={styles.notice}>
          <span>
            Images from {hosts.length === 1 ? hosts[0] : `${hosts.length} other servers`} are not loaded.
            Helve fetches them without cookies or referrer, but their servers see this computer's address.
          </span>
          <Button
            size="s"
            onClick={() => void source.allow(hosts).then((isAllowed) => isAllowed && setRemote(true))}
          >
            Load remote images
          </Button>
        </div>
      ) : null}
      {drawn}
    </article>
  );
}
