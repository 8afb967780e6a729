import type { MermaidConfig } from "mermaid";

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
