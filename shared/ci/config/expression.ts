import { RE2JS } from "re2js";
import { ConfigError } from "./config-error.ts";
import { ownValue } from "./own-value.ts";
import { unknownToRules } from "./rule-variables.ts";

type Token =
  | { readonly kind: "variable" | "text" | "pattern"; readonly value: string }
  | { readonly kind: "null" }
  | { readonly kind: "truth"; readonly value: boolean }
  | { readonly kind: "sign"; readonly value: string };

const tokenPattern =
  /\s*(?:\$(\w+)|"([^"]*)"|'([^']*)'|(\/(?:[^/\\]|\\.)+\/[ismU]*)|(null)\b|(true|false)\b|(==|!=|=~|!~|&&|\|\||[()]))/y;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  // A copy, which has a position of its own.
  const reader = new RegExp(tokenPattern);
  while (text.slice(reader.lastIndex).trim() !== "") {
    const match = reader.exec(text);
    if (!match) throw new ConfigError(`if: cannot read "${text}".`);
    const [, variable, double, single, pattern, nothing, truth, sign] = match;
    const quoted = double ?? single;
    if (variable !== undefined) tokens.push({ kind: "variable", value: variable });
    else if (quoted !== undefined) tokens.push({ kind: "text", value: quoted });
    else if (pattern !== undefined) tokens.push({ kind: "pattern", value: pattern });
    else if (nothing !== undefined) tokens.push({ kind: "null" });
    else if (truth !== undefined) tokens.push({ kind: "truth", value: truth === "true" });
    else tokens.push({ kind: "sign", value: sign ?? "" });
  }
  return tokens;
}

/**
 * Returns a matcher for `/pattern/`, with the flags of RE2 behind it, in time linear in the text. Throws
 * {@link ConfigError}.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const [, source, flags] = /^\/(.*)\/([ismU]*)$/s.exec(pattern) ?? [];
  if (source === undefined) throw new ConfigError(`${wrongPattern(pattern)}.`);
  try {
    const compiled = RE2JS.compile(flags ? `(?${flags})${source}` : source);
    return (text) => compiled.matcher(text).find();
  } catch {
    throw new ConfigError(`${pattern} is not a regular expression of RE2.`);
  }
}

/** Returns the sentence about a text that is not a pattern between slashes. */
export const wrongPattern = (pattern: string): string =>
  `${pattern} is not a pattern such as /release/ or /release/i`;

/** Returns whether a text is a pattern of RE2 between slashes. */
export function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch {
    return false;
  }
}

export type Variables = Readonly<Record<string, string>>;

/**
 * Returns whether an `if:` of `rules` is true: variables, texts and `null` compared with `==`, `!=`, `=~`, `!~`, joined by
 * `&&`, `||` and parentheses. What is not defined is `null`. Throws {@link ConfigError} for a syntax error.
 */
export function evaluate(text: string, variables: Variables): boolean {
  const tokens = tokenize(text);
  let at = 0;
  const sign = (...values: string[]): string | null => {
    const token = tokens[at];
    if (token?.kind !== "sign" || !values.includes(token.value)) return null;
    at++;
    return token.value;
  };
  const unreadable = () => new ConfigError(`if: cannot read "${text}".`);

  function either(): boolean {
    let result = both();
    while (sign("||")) result = both() || result;
    return result;
  }
  function both(): boolean {
    let result = single();
    while (sign("&&")) result = single() && result;
    return result;
  }
  function single(): boolean {
    if (sign("(")) {
      const inner = either();
      if (!sign(")")) throw unreadable();
      return inner;
    }
    const left = operand();
    const comparison = sign("==", "!=", "=~", "!~");
    if (comparison === null) return left !== null && left !== "" && left !== false;
    if (comparison === "==" || comparison === "!=") return (left === operand()) === (comparison === "==");
    const matches = patternOperand();
    // What is not defined has the text of nothing, and as a pattern matches nothing.
    return (matches?.(String(left ?? "")) ?? false) === (comparison === "=~");
  }
  function read(name: string): string | undefined {
    const value = ownValue(variables, name);
    if (value === undefined && unknownToRules.has(name))
      throw new ConfigError(`if: the value of $${name} is not known on this computer.`);
    return value;
  }
  function operand(): string | boolean | null {
    const token = tokens[at++];
    if (token?.kind === "variable") return read(token.value) ?? null;
    if (token?.kind === "text" || token?.kind === "truth") return token.value;
    if (token?.kind === "null") return null;
    throw unreadable();
  }
  function patternOperand(): ((text: string) => boolean) | null {
    const token = tokens[at++];
    if (token?.kind === "pattern") return compilePattern(token.value);
    if (token?.kind === "null") return null;
    if (token?.kind !== "variable" && token?.kind !== "text") throw unreadable();
    const value = token.kind === "text" ? token.value : read(token.value);
    if (value === undefined) return null;
    try {
      return compilePattern(value);
    } catch {
      // The text is known when the pipeline begins only: it makes the whole condition false, as on other services.
      badPattern = true;
      return null;
    }
  }

  let badPattern = false;
  const result = either();
  if (at < tokens.length) throw unreadable();
  return result && !badPattern;
}

type ReadVariable = (name: string) => string | undefined;

/**
 * Returns a function that replaces `$NAME` and `${NAME}` in texts; `$$` is one dollar sign. A text with which they all
 * would have grown by more than `maxGrowth` characters stays as it is written: values that contain others grow without
 * end.
 */
export function createExpander(
  variables: Variables | ReadVariable,
  maxGrowth = 1024 * 1024,
): (text: string) => string {
  const read = typeof variables === "function" ? variables : (name: string) => ownValue(variables, name);
  let left = maxGrowth;
  return (text) => {
    let growth = 0;
    const expanded = text.replace(/\$(?:(\$)|\{(\w+)\}|(\w+))/g, (_, dollar, braced, plain) => {
      const value = dollar ? "$" : (read(String(braced ?? plain)) ?? "");
      growth += value.length;
      return growth > left ? "" : value;
    });
    if (growth > left) return text;
    left -= growth;
    return expanded;
  };
}

/** Returns a text with its variables replaced, see {@link createExpander}. */
export const expand = (text: string, variables: Variables): string => createExpander(variables)(text);
