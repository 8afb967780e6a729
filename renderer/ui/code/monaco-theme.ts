import "./code-tokens.css";
import type { editor as Editor } from "monaco-editor/editor";
import { createColourReader } from "./css-colour.ts";

/** Monaco's colours by the page's tokens. */
const colours: Readonly<Record<string, string>> = {
  "editor.background": "--surface-1",
  "editor.foreground": "--ink",
  "editorLineNumber.foreground": "--ink-muted",
  "editorLineNumber.activeForeground": "--ink-strong",
  "editorGutter.background": "--surface-1",
  "editor.lineHighlightBackground": "--hover",
  "editor.lineHighlightBorder": "--code-no-border",
  "editor.selectionBackground": "--selected",
  "editor.findMatchBackground": "--match",
  "editor.findMatchHighlightBackground": "--match",
  "editorIndentGuide.background1": "--line",
  "editorIndentGuide.activeBackground1": "--line-strong",
  "editorWhitespace.foreground": "--line-strong",
  "editorBracketMatch.border": "--line-strong",
  "editorBracketMatch.background": "--hover",
  "editorStickyScroll.background": "--surface-1",
  "editorStickyScrollHover.background": "--surface-2",
  "editorStickyScroll.border": "--line",
  "editorWidget.background": "--surface-float",
  "editorWidget.foreground": "--ink",
  "editorWidget.border": "--line-strong",
  "editorHoverWidget.background": "--surface-float",
  "input.background": "--surface-1",
  "input.foreground": "--ink",
  "input.border": "--line-strong",
  focusBorder: "--focus",
  "list.hoverBackground": "--hover",
  "list.activeSelectionBackground": "--selected",
  "list.focusBackground": "--selected",
  "scrollbarSlider.background": "--line-strong",
  "scrollbarSlider.hoverBackground": "--line-strong",
  "scrollbarSlider.activeBackground": "--ink-muted",
  "scrollbar.shadow": "--code-no-border",
  "editorOverviewRuler.border": "--code-no-border",
  "diffEditor.insertedLineBackground": "--added-soft",
  "diffEditor.insertedTextBackground": "--added-mark",
  "diffEditor.removedLineBackground": "--removed-soft",
  "diffEditor.removedTextBackground": "--removed-mark",
  "diffEditor.border": "--line",
  "diffEditor.unchangedRegionBackground": "--surface-2",
  "menu.background": "--surface-float",
  "menu.foreground": "--ink",
  "menu.selectionBackground": "--selected",
  "menu.selectionForeground": "--ink-strong",
  "menu.separatorBackground": "--line",
  "menu.border": "--line",
  "list.activeSelectionForeground": "--ink-strong",
  "list.focusForeground": "--ink-strong",
  "list.highlightForeground": "--accent",
  "quickInput.background": "--surface-float",
  "quickInput.foreground": "--ink",
  "quickInputTitle.background": "--surface-2",
  "quickInputList.focusBackground": "--selected",
  "quickInputList.focusForeground": "--ink-strong",
  "pickerGroup.border": "--line",
  "pickerGroup.foreground": "--ink-muted",
  "keybindingLabel.background": "--surface-2",
  "keybindingLabel.foreground": "--ink-muted",
  "keybindingLabel.border": "--line-strong",
  "keybindingLabel.bottomBorder": "--line-strong",
  "editorSuggestWidget.background": "--surface-float",
  "editorSuggestWidget.border": "--line-strong",
  "editorSuggestWidget.selectedBackground": "--selected",
};

/** Monaco's tokens by the page's kinds. */
const tokens: readonly (readonly [token: string, kind: string])[] = [
  ["comment", "comment"],
  ["keyword", "keyword"],
  ["string", "string"],
  ["string.key.json", "property"],
  ["string.value.json", "string"],
  ["number", "number"],
  ["constant", "constant"],
  ["regexp", "string"],
  ["type", "type"],
  ["type.identifier", "type"],
  ["namespace", "type"],
  ["annotation", "attribute"],
  ["metatag", "tag"],
  ["tag", "tag"],
  ["attribute.name", "attribute"],
  ["attribute.value", "string"],
  ["variable", "variable"],
  ["variable.predefined", "constant"],
  ["predefined", "function"],
  ["key", "property"],
  ["operator", "operator"],
  // Monaco's own theme has colours for these, of too little contrast.
  ["operator.sql", "operator"],
  ["operator.swift", "operator"],
  ["predefined.sql", "function"],
  ["string.sql", "string"],
  ["delimiter", "punctuation"],
  ["string.link", "link"],
];

/** Defines Monaco's one theme from the page's tokens and does so again whenever the page's theme changes. */
export function followTheme(editor: typeof Editor): void {
  const apply = () => {
    const reader = createColourReader();
    const root = document.documentElement;
    const forced = matchMedia("(forced-colors: active)").matches;
    const dark = forced
      ? Number.parseInt(reader.read("Canvas").slice(1, 3), 16) < 128
      : reader.read("light-dark(white, black)").startsWith("#000");
    const contrast =
      forced || root.dataset.theme === "contrast" || matchMedia("(prefers-contrast: more)").matches;
    const read = (name: string) => (name === "--code-no-border" ? "#00000000" : reader.read(`var(${name})`));
    editor.defineTheme("helve", {
      base: contrast ? (dark ? "hc-black" : "hc-light") : dark ? "vs-dark" : "vs",
      inherit: true,
      colors: {
        ...Object.fromEntries(Object.entries(colours).map(([name, token]) => [name, read(token)])),
        ...(forced ? { "editor.selectionForeground": reader.read("HighlightText") } : {}),
      },
      rules: [
        { token: "", foreground: read("--ink").slice(1, 7) },
        ...tokens.map(([token, kind]) => ({
          token,
          foreground: read(forced ? "--ink" : `--tok-${kind}`).slice(1, 7),
        })),
      ],
    });
    editor.setTheme("helve");
    reader.end();
  };
  apply();
  new MutationObserver(apply).observe(document.documentElement, {
    attributeFilter: ["data-theme", "class", "style"],
  });
  for (const query of [
    "(prefers-color-scheme: dark)",
    "(prefers-contrast: more)",
    "(forced-colors: active)",
  ]) {
    matchMedia(query).addEventListener("change", apply);
  }
}
