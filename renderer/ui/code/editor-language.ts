import { nameOf } from "../../../shared/text/paths.ts";

/** A language as the editor registers it. */
export interface KnownLanguage {
  readonly id: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
  readonly firstLine?: string;
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

/** The editor's language for a file: by whole name, by the longest ending, then by its first line. */
export function editorLanguage(known: readonly KnownLanguage[], path: string, firstLine = ""): string {
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
