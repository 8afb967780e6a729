/** Names of users in a text of Markdown; `direct` ones are at its beginning. */
export interface Mentions {
  readonly direct: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** Code and quotes, in which a name mentions nobody. */
const quoted =
  /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*\s*$|$(?![\s\S]))|(`+)[^`][\s\S]*?\2|^ {0,3}>[^\n]*$/gm;
const mention = /(?<![\w@/`.-])@([a-z0-9_](?:[\w.-]*[\w-])?)/gi;
const opening = /^\s*(?:@[a-z0-9_](?:[\w.-]*[\w-])?[\s,:;]*(?:(?:and|&)\s+(?=@))?)+/i;

const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(mention)].map(([, name = ""]) => name.toLowerCase()));

/** Returns a text of Markdown without its code and quotes, in which nothing is referred to. */
export const withoutQuoted = (text: string): string => text.replace(quoted, "");

/** Returns a text of Markdown with what is neither code nor a quote changed by a function. */
export function changeUnquoted(text: string, change: (part: string) => string): string {
  let result = "";
  let end = 0;
  for (const { 0: code, index } of text.matchAll(quoted)) {
    result += change(text.slice(end, index)) + code;
    end = index + code.length;
  }
  return result + change(text.slice(end));
}

/** Returns the names that a text mentions, in lower case. */
export function mentionsIn(text: string): Mentions {
  const plain = withoutQuoted(text);
  const direct = namesIn(opening.exec(plain)?.[0] ?? "");
  return { direct, others: namesIn(plain).difference(direct) };
}
