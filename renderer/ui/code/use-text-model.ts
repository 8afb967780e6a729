import type { editor } from "monaco-editor/editor";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { findHidden, longName, shortName } from "../../../shared/text/hidden-characters.ts";
import { findLookAlikes } from "../../../shared/text/look-alikes.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import type { Monaco } from "./load-monaco.ts";

/**
 * A model of a text for as long as it is shown; another document or initial text makes another one. Where the document
 * is named on its own, another path only decides its language anew, as does another `language` of its attributes.
 */
export function useTextModel(
  monaco: Monaco | null,
  path: string,
  text: string,
  language: string | undefined,
  document = path,
): editor.ITextModel | null {
  const [model, setModel] = useState<editor.ITextModel | null>(null);
  const name = useRef({ path, language });
  name.current = { path, language };
  // Before the paint, since the first lines depend on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has another name
  useLayoutEffect(() => {
    if (!monaco) return;
    const made = monaco.editor.createModel(text, languageOf(monaco, name.current, text));
    // A text of one line has the system's otherwise.
    if (!text.includes("\r")) made.setEOL(monaco.editor.EndOfLineSequence.LF);
    setModel(made);
    return () => {
      setModel(null);
      made.dispose();
    };
  }, [monaco, document, text]);
  useLayoutEffect(() => {
    if (!monaco || !model || model.isDisposed()) return;
    const id = languageOf(monaco, { path, language }, model.getLineContent(1));
    if (id !== model.getLanguageId()) monaco.editor.setModelLanguage(model, id);
  }, [monaco, model, path, language]);
  return model;
}

/** Returns the language of a text by its attributes, path and first line. */
function languageOf(
  monaco: Monaco,
  { path, language }: { readonly path: string; readonly language: string | undefined },
  text: string,
): string {
  const firstLine = text.slice(0, Math.min(200, (text.indexOf("\n") + 1 || text.length + 1) - 1));
  return editorLanguage(monaco.languages.getLanguages(), path, firstLine, language);
}

/** Characters of a line that are scanned, as many as the editor draws. */
const maxScannedLength = 10_000;

/** Marks hidden characters and look-alikes in the visible lines of an editor, without changing its text. */
export function useTextMarks(view: editor.IStandaloneCodeEditor | null): void {
  useEffect(() => {
    if (!view) return;
    const marks = view.createDecorationsCollection();
    const update = () => {
      const model = view.getModel();
      const found = model ? view.getVisibleRanges().flatMap((range) => marksWithin(model, range)) : [];
      if (found.length > 0 || marks.length > 0) marks.set(found);
    };
    const listeners = [
      view.onDidChangeModel(update),
      view.onDidChangeModelContent(update),
      view.onDidScrollChange(update),
      view.onDidLayoutChange(update),
    ];
    update();
    return () => {
      for (const listener of listeners) listener.dispose();
      marks.clear();
    };
  }, [view]);
}

function marksWithin(
  model: editor.ITextModel,
  { startLineNumber, endLineNumber }: { startLineNumber: number; endLineNumber: number },
): editor.IModelDeltaDecoration[] {
  const found: editor.IModelDeltaDecoration[] = [];
  for (let line = startLineNumber; line <= Math.min(endLineNumber, model.getLineCount()); line++) {
    const text = model.getLineContent(line).slice(0, maxScannedLength);
    for (const { start, end, codePoint } of findHidden(text)) {
      if (isDrawnByEditor(codePoint)) continue;
      found.push({
        range: rangeOf(line, start, end),
        options: {
          before: { content: shortName(codePoint), inlineClassName: "hidden-character-mark" },
          hoverMessage: { value: longName(codePoint) },
        },
      });
    }
    for (const { start, end, script, like } of findLookAlikes(text)) {
      found.push({
        range: rangeOf(line, start, end),
        options: {
          inlineClassName: "look-alike",
          hoverMessage: { value: `${script} letter that looks like “${like}”` },
        },
      });
    }
  }
  return found;
}

const rangeOf = (line: number, start: number, end: number) => ({
  startLineNumber: line,
  startColumn: start + 1,
  endLineNumber: line,
  endColumn: end + 1,
});

/** The editor draws these as marks of its own (`renderControlCharacters`), so that they change no order. */
const isDrawnByEditor = (code: number): boolean =>
  code < 0x20 ||
  code === 0x7f ||
  code === 0x61c ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x206f) ||
  (code >= 0xfff9 && code <= 0xfffb);

/** A language as the editor registers it. */
interface KnownLanguage {
  readonly id: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
  readonly firstLine?: string;
  readonly aliases?: readonly string[];
}

/** File names without a language in the editor, with the one that highlights them best. */
const further: Readonly<Record<string, string>> = {
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "typescript",
  ".jsonc": "json",
  ".webmanifest": "json",
  ".ipynb": "json",
  ".geojson": "json",
  ".toml": "ini",
  ".lock": "plaintext",
  ".svg": "xml",
  ".vue": "html",
  ".svelte": "html",
  ".astro": "html",
  ".zsh": "shell",
  ".bazel": "python",
  ".gradle": "java",
  ".env": "ini",
  ".gitmodules": "ini",
  ".gitconfig": "ini",
  ".editorconfig": "ini",
  ".npmrc": "ini",
  makefile: "shell",
  ".mk": "shell",
  gemfile: "ruby",
  jenkinsfile: "java",
  containerfile: "dockerfile",
  "go.mod": "go",
  "yarn.lock": "yaml",
  "package-lock.json": "json",
};

/** Languages by names that the editor does not know, with the one that highlights them best. */
const byLanguage: Readonly<Record<string, string>> = {
  text: "plaintext",
  plain: "plaintext",
  "plain-text": "plaintext",
  erb: "html",
  "html+erb": "html",
  rhtml: "html",
  vue: "html",
  svelte: "html",
  toml: "ini",
  bash: "shell",
  console: "shell",
  make: "shell",
  makefile: "shell",
  docker: "dockerfile",
  groovy: "java",
  jsonc: "json",
  "json-with-comments": "json",
  "jupyter-notebook": "json",
  tsx: "typescript",
  jsx: "javascript",
  batchfile: "bat",
  protobuf: "proto",
  "protocol-buffer": "proto",
  "f#": "fsharp",
};

/**
 * The editor's language for a file: the one that the repository's attributes name, where the editor has it, else by whole
 * name, by the longest ending, then by its first line.
 */
export function editorLanguage(
  known: readonly KnownLanguage[],
  path: string,
  firstLine = "",
  language?: string,
): string {
  const wanted = language === undefined ? undefined : (byLanguage[language] ?? language);
  const named =
    known.find(({ id }) => id === wanted) ??
    known.find(({ aliases }) => aliases?.some((alias) => alias.toLowerCase() === wanted));
  if (named) return named.id;
  if (wanted === "plaintext") return wanted;
  const name = nameOf(path).toLowerCase();
  const whole =
    further[name] ?? known.find(({ filenames }) => filenames?.some((one) => one.toLowerCase() === name))?.id;
  if (whole) return whole;
  if (name.startsWith("dockerfile.")) return "dockerfile";
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const ending = name.slice(dot);
    const found = further[ending] ?? known.find(({ extensions }) => extensions?.includes(ending))?.id;
    if (found) return found;
  }
  const interpreter = /^#!.*\b(bash|sh|zsh|dash|python[\d.]*|node|ruby|perl|php)\b/.exec(firstLine)?.[1];
  if (interpreter) return interpreters[interpreter.replace(/[\d.]+$/, "")] ?? "shell";
  const match = known.find(({ firstLine: pattern }) => pattern && new RegExp(pattern).test(firstLine));
  return match?.id ?? "plaintext";
}

const interpreters: Readonly<Record<string, string>> = {
  python: "python",
  node: "javascript",
  ruby: "ruby",
  perl: "perl",
  php: "php",
};
