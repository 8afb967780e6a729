import "../code/code-tokens.css";
import "./extensions.css";
import type { Root } from "hast";
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { Skeleton } from "../skeleton.tsx";
import { RawText, reasonOf } from "../text/raw-text.tsx";
import { scrollToAnchor } from "./find-anchor.ts";
import styles from "./markdown.module.css";
import { hasFormulas, markdownElements, remoteHosts } from "./markdown-elements.tsx";
import type { MarkdownLinks } from "./markdown-links.ts";
import { RemoteImages } from "./remote-image.tsx";

export interface MarkdownProps extends MarkdownLinks {
  readonly text: string;
  /** Makes a sanitised tree of the text outside of the page's thread; `workers/markdown` has one. */
  readonly render: (markdown: string, signal: AbortSignal) => Promise<Root>;
  /** Changes where what links lead to has changed: the same text is drawn again. */
  readonly linksVersion?: unknown;
  /** Id of the heading that the address names, which is scrolled to once the document is drawn. */
  readonly hash?: string | undefined;
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
  useEffect(() => {
    const controller = new AbortController();
    setRemote(false);
    render(text, controller.signal).then(
      (tree) => setState({ text, tree }),
      (error: unknown) => controller.signal.aborted || setState({ text, failure: reasonOf(error) }),
    );
    return () => controller.abort();
  }, [text, render]);
  const { tree } = state;
  const formulas = useMemo(() => tree !== undefined && hasFormulas(tree.children), [tree]);
  useEffect(() => {
    if (formulas) void import("katex/dist/katex.min.css");
  }, [formulas]);
  const latestLinks = useRef(links);
  latestLinks.current = links;
  // biome-ignore lint/correctness/useExhaustiveDependencies: targets of links are read on rendering
  const hosts = useMemo(() => (tree ? remoteHosts(tree, latestLinks.current) : []), [tree, linksVersion]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: targets of links are read on rendering
  const drawn = useMemo(
    () => (tree ? markdownElements(tree, { remote, links: () => latestLinks.current, root }) : null),
    [tree, remote, linksVersion],
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
