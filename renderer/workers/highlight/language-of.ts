import { nameOf } from "../../../shared/text/paths.ts";

/** Grammars by file ending, where the ending is not the grammar's own name. */
const byEnding: Readonly<Record<string, string>> = {
  bash: "shellscript",
  sh: "shellscript",
  zsh: "shellscript",
  ksh: "shellscript",
  fish: "fish",
  ps1: "powershell",
  cjs: "javascript",
  mjs: "javascript",
  js: "javascript",
  cts: "typescript",
  mts: "typescript",
  ts: "typescript",
  h: "c",
  c: "c",
  cc: "cpp",
  cxx: "cpp",
  hpp: "cpp",
  hh: "cpp",
  hxx: "cpp",
  m: "objective-c",
  mm: "objective-cpp",
  cs: "csharp",
  fs: "fsharp",
  vb: "vb",
  kt: "kotlin",
  kts: "kotlin",
  rs: "rust",
  rb: "ruby",
  py: "python",
  pyi: "python",
  pl: "perl",
  pm: "perl",
  ex: "elixir",
  exs: "elixir",
  erl: "erlang",
  hs: "haskell",
  ml: "ocaml",
  clj: "clojure",
  md: "markdown",
  markdown: "markdown",
  htm: "html",
  xhtml: "html",
  svg: "xml",
  xsd: "xml",
  xsl: "xml",
  plist: "xml",
  yml: "yaml",
  tf: "terraform",
  tfvars: "terraform",
  jl: "julia",
  tex: "latex",
  sty: "latex",
  rst: "rst",
  ipynb: "json",
  webmanifest: "json",
  map: "json",
  lock: "json",
  cfg: "ini",
  conf: "ini",
  properties: "properties",
  gql: "graphql",
  proto: "proto",
  patch: "diff",
  gradle: "groovy",
  sol: "solidity",
  styl: "stylus",
  bat: "bat",
  cmd: "bat",
};

/** Grammars by whole file name. */
const byName: Readonly<Record<string, string>> = {
  dockerfile: "docker",
  containerfile: "docker",
  makefile: "make",
  gnumakefile: "make",
  "cmakelists.txt": "cmake",
  gemfile: "ruby",
  rakefile: "ruby",
  vagrantfile: "ruby",
  podfile: "ruby",
  jenkinsfile: "groovy",
  ".bashrc": "shellscript",
  ".profile": "shellscript",
  ".zshrc": "shellscript",
  ".editorconfig": "ini",
  ".gitconfig": "ini",
  ".gitmodules": "ini",
  ".babelrc": "json",
  ".eslintrc": "json",
  ".prettierrc": "json",
  "composer.lock": "json",
  "cargo.lock": "toml",
  "yarn.lock": "yaml",
  "go.mod": "go",
  "poetry.lock": "toml",
  ".env": "dotenv",
  "nginx.conf": "nginx",
};

/** Grammars by interpreter, for scripts without an ending. */
const byInterpreter: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, "shellscript"],
  [/\bpython[\d.]*\b/, "python"],
  [/\b(?:node|deno|bun)\b/, "javascript"],
  [/\bruby\b/, "ruby"],
  [/\bperl\b/, "perl"],
  [/\bphp\b/, "php"],
];

/**
 * Returns the grammar for a file by its name, else by its first line; a language name that has none is returned
 * unchanged.
 */
export function languageOf(path: string, firstLine = ""): string {
  const name = nameOf(path).toLowerCase();
  const named = byName[name] ?? (name.startsWith("dockerfile.") ? "docker" : undefined);
  if (named) return named;
  const dot = name.lastIndexOf(".");
  const ending = dot >= 0 ? name.slice(dot + 1) : "";
  if (ending) return byEnding[ending] ?? ending;
  if (firstLine.startsWith("#!")) {
    for (const [pattern, language] of byInterpreter) if (pattern.test(firstLine)) return language;
  }
  return "text";
}

/** Grammars by the names of GitLab's highlighter and of Linguist, where they have others here. */
const byLanguage: Readonly<Record<string, string>> = {
  text: "text",
  plain: "text",
  plaintext: "text",
  "plain-text": "text",
  actionscript: "actionscript-3",
  batchfile: "bat",
  console: "shellsession",
  "f#": "fsharp",
  "html+erb": "erb",
  "html+php": "php",
  "jupyter-notebook": "json",
  "json-with-comments": "jsonc",
  "objective-c++": "objective-cpp",
  "protocol-buffer": "proto",
  protobuf: "proto",
  rhtml: "erb",
  "emacs-lisp": "elisp",
  "vim-script": "viml",
  "visual-basic-.net": "vb",
};

/** Returns the grammar of a language that attributes name; a name that has none is returned unchanged. */
export const grammarOfLanguage = (language: string): string => byLanguage[language] ?? language;
