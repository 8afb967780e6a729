import type { MermaidConfig } from "mermaid";
import { useEffect, useId, useRef, useState } from "react";
import { visibleText } from "../../../shared/text/hidden-characters.ts";
import { Button } from "../buttons/button.tsx";
import { createColourReader } from "../code/css-colour.ts";
import styles from "./markdown.module.css";

/** Characters beyond which a diagram stays text. */
const maxDiagramLength = 50_000;

type State =
  | { readonly kind: "waiting" }
  | { readonly kind: "drawn"; readonly url: string }
  | { readonly kind: "failed"; readonly why: string };

/** A Mermaid diagram, rendered when it approaches the viewport; shown as an image, so that nothing in it runs. */
export function Diagram({ source }: { readonly source: string }) {
  const id = useId().replace(/[^a-z0-9]/gi, "");
  const box = useRef<HTMLElement>(null);
  const [state, setState] = useState<State>({ kind: "waiting" });
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let canceled = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        draw(`diagram-${id}`, source).then(
          (url) => canceled || setState({ kind: "drawn", url }),
          (error: unknown) =>
            canceled ||
            setState({ kind: "failed", why: error instanceof Error ? error.message : String(error) }),
        );
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => {
      canceled = true;
      observer.disconnect();
    };
  }, [id, source]);
  const title = /^\s*(?:title|accTitle)\s*:?\s+(.+)$/m.exec(source)?.[1]?.trim();
  return (
    <figure ref={box} className={styles.diagram}>
      {state.kind === "drawn" && !shown ? <img src={state.url} alt={title ?? "Diagram"} /> : null}
      {state.kind === "failed" ? (
        <figcaption>The diagram could not be rendered: {state.why}</figcaption>
      ) : null}
      {state.kind !== "drawn" || shown ? <pre {...scrolls}>{source}</pre> : null}
      {state.kind === "drawn" ? (
        <Button size="s" variant="ghost" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? "Show the diagram" : "Show the source"}
        </Button>
      ) : null}
    </figure>
  );
}

const scrolls = { tabIndex: 0 };

async function draw(id: string, source: string): Promise<string> {
  if (source.length > maxDiagramLength) throw new Error("it is too long");
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize(diagramSettings(mermaid.mermaidAPI.defaultConfig, isDark()));
  const { svg } = await mermaid.render(id, visibleText(source));
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Returns whether the page is drawn in a dark theme, whatever chose it. */
function isDark(): boolean {
  const reader = createColourReader();
  const dark = reader.read("light-dark(white, black)").startsWith("#000");
  reader.end();
  return dark;
}

/** Settings that a diagram's own directives and front matter may choose. */
const allowed: ReadonlySet<string> = new Set(["theme", "look", "config"]);
/** Settings without a default, which Mermaid therefore does not list. */
const unlisted = [
  "htmlLabels",
  "themeCSS",
  "dompurifyConfig",
  "fontFamily",
  "altFontFamily",
  "themeVariables",
  "layout",
  "legacyMathML",
  "forceLegacyMathML",
  "logLevel",
];

/** Settings for untrusted diagrams; `defaults` are Mermaid's own, whose names a diagram must not set. */
export const diagramSettings = (defaults: MermaidConfig, dark: boolean): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: "strict",
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  theme: dark ? "dark" : "neutral",
  fontFamily: "system-ui, sans-serif",
  suppressErrorRendering: true,
  secure: [...new Set([...unlisted, ...Object.keys(defaults)])].filter((key) => !allowed.has(key)),
});
