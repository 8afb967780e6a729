import { isBinaryName } from "../../../shared/file-types.ts";
import { languageOf } from "../highlight/language-of.ts";
import { outline } from "../symbols/outline.ts";
import { grammarOf, type SymbolKind } from "../symbols/symbol-grammars.ts";

/** A declaration of a name in a file. */
export interface Declared {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Its line, from 1. */
  readonly line: number;
}

/** Languages whose symbols are no names that code uses. */
const unused: ReadonlySet<string> = new Set(["json", "jsonc", "yaml", "markdown", "css", "scss", "less"]);

/** Characters of a file beyond which it is taken for generated, and not read. */
const maxLength = 1_000_000;
/** Characters of a line that are read. */
const maxLine = 500;

/** Declarations of most languages without a grammar here: a word for the kind, then the name. */
const byWord =
  /^[\t ]*(?:(?:public|private|protected|internal|static|final|open|abstract|sealed|async|export|pub|override|inline|virtual|partial|data|local)\s+){0,6}(class|struct|interface|protocol|trait|enum|module|object|record|namespace|def|fun|func|function|fn|sub|type|typealias|val|const)\s+(?:self\.)?([A-Za-z_$][\w$]*[?!]?)/;

const kinds: Readonly<Record<string, SymbolKind>> = {
  class: "class",
  struct: "struct",
  record: "class",
  object: "class",
  interface: "interface",
  protocol: "interface",
  trait: "interface",
  enum: "enum",
  module: "module",
  namespace: "module",
  type: "type",
  typealias: "type",
  val: "constant",
  const: "constant",
};

/** Returns whether the names of a file are read at all, by its path. */
export const hasNames = (path: string): boolean => {
  const language = languageOf(path);
  return language !== "text" && !unused.has(language) && !isBinaryName(path);
};

/** Returns the names that a file declares: by the grammar of its language, else by patterns. */
export async function declaredNames(path: string, text: string): Promise<readonly Declared[]> {
  if (text.length > maxLength || !hasNames(path)) return [];
  const language = languageOf(path);
  const grammar = await grammarOf(language);
  if (!grammar) return byPattern(text);
  return outline(grammar, text).map(({ name, kind, from }) => {
    // `A::f` is used as `f`, and PHP's `$p` as `p`.
    const used = name.replace(/^.*::/, "");
    return { name: language === "php" ? used.replace(/^\$/, "") : used, kind, line: from };
  });
}

function byPattern(text: string): Declared[] {
  return text.split("\n").flatMap((line, i): Declared[] => {
    const [, word, name] = byWord.exec(line.slice(0, maxLine)) ?? [];
    return word && name ? [{ name, kind: kinds[word] ?? "function", line: i + 1 }] : [];
  });
}
