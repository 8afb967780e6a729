import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import type { Declaration, Grammar, SymbolKind } from "./symbol-grammars.ts";

/** A declaration of a file, in the order of the text. */
export interface FileSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** First and last line, from 1. */
  readonly from: number;
  readonly to: number;
  /** Symbols that contain it. */
  readonly depth: number;
}

/** Symbols at most; a generated file may have any number. */
const maxSymbols = 5_000;
const longestName = 200;
/** Kinds in which only further functions and classes are listed. */
const bodies: ReadonlySet<SymbolKind> = new Set(["function", "method"]);
const locals: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "key"]);

/** Returns the declarations of a text, by its grammar; of an invalid text those that are recognized. */
export function outline({ parser, declarations }: Grammar, text: string): FileSymbol[] {
  const lineAt = lineCounter(text);
  const symbols: FileSymbol[] = [];
  /** Kinds of the symbols around the current node. */
  const inside: SymbolKind[] = [];
  const opened = new Map<number, number>();
  let level = 0;
  parser.parse(text).iterate({
    enter: (node) => {
      level++;
      const declaration = declarations[node.name];
      if (!declaration || symbols.length >= maxSymbols) return;
      if (locals.has(declaration.kind) && inside.some((kind) => bodies.has(kind))) return;
      const names = namesOf(node, declaration, text);
      for (const name of names) {
        const [from, to] = [lineAt(node.from), lineAt(Math.max(node.from, node.to - 1))];
        symbols.push({ name, kind: kindOf(declaration.kind, inside), from, to, depth: inside.length });
      }
      if (declaration.each || names.length === 0) return;
      opened.set(level, inside.length);
      inside.push(declaration.kind);
    },
    leave: () => {
      const before = opened.get(level);
      if (before !== undefined) inside.length = before;
      opened.delete(level);
      level--;
    },
  });
  return symbols.some(({ kind }) => kind === "heading") ? nestHeadings(symbols, text) : symbols;
}

/** A function in a class is a method, whatever the grammar calls it. */
const kindOf = (kind: SymbolKind, inside: readonly SymbolKind[]): SymbolKind =>
  kind === "function" && ["class", "struct", "interface"].includes(inside.at(-1) ?? "") ? "method" : kind;

function namesOf({ node }: SyntaxNodeRef, { name, each }: Declaration, text: string): string[] {
  if (!name) return [tidy(ownText(node, text))];
  const found = name.flatMap((path) =>
    path
      .split("/")
      .reduce<SyntaxNode[]>((from, step) => from.flatMap((one) => one.getChildren(step)), [node]),
  );
  found.sort((a, b) => a.from - b.from);
  return (each ? found : found.slice(0, 1)).map(({ from, to }) => tidy(text.slice(from, to)));
}

/** The text before a block: a selector, `impl Trait for Type`, a heading. */
function ownText(node: SyntaxNode, text: string): string {
  const whole = text.slice(node.from, Math.min(node.to, node.from + 1_000));
  if (/Heading\d$/.test(node.name)) return whole.replace(/^#+\s*|\s*#+\s*$|\n[=-]+\s*$/g, "");
  const brace = whole.indexOf("{");
  return brace > 0 ? whole.slice(0, brace) : whole;
}

const tidy = (name: string): string => {
  const short = name.replace(/\s+/g, " ").trim().slice(0, longestName);
  return short.replace(/^(["'])(.*)\1$/, "$2") || "…";
};

/** Headings have no bodies of their own: a section ends at the next heading of the same or a higher level. */
function nestHeadings(symbols: readonly FileSymbol[], text: string): FileSymbol[] {
  const lines = text.split("\n");
  const levels = symbols.map(({ from, to }) => {
    const marks = /^\s{0,3}(#{1,6})/.exec(lines[from - 1] ?? "")?.[1];
    return marks?.length ?? (lines[to - 1]?.trim().startsWith("=") ? 1 : 2);
  });
  const above: number[] = [];
  return symbols.map((symbol, i) => {
    const level = levels[i] ?? 1;
    while ((above.at(-1) ?? 0) >= level) above.pop();
    const next = levels.findIndex((other, j) => j > i && other <= level);
    above.push(level);
    return {
      ...symbol,
      depth: above.length - 1,
      to: next < 0 ? lines.length : (symbols[next]?.from ?? 1) - 1,
    };
  });
}

/** Lines of rising positions, counted once through the text. */
function lineCounter(text: string): (position: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (position) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
