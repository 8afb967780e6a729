/** Returns the URL of the submodule at a path, from the text of `.gitmodules`; null where it has none, or git could not read it. */
export function submoduleUrl(gitmodules: string, path: string): string | null {
  const values = readGitConfig(gitmodules);
  for (const [key, found] of values ?? []) {
    const section = /^submodule\..*\.(?=path$)/s.exec(key)?.[0];
    if (section !== undefined && found === path) return values?.get(`${section}url`) ?? null;
  }
  return null;
}

/** Escapes in a value and what they stand for. */
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };
const header = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y;
const variable = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
const blank = /(?:\s|[#;][^\n]*)+/y;

/**
 * Returns the values of a file in the grammar of `git config`, by `section.subsection.key`; the last one of a key counts, as git
 * reads it. Null for a file that git refuses.
 */
function readGitConfig(file: string): Map<string, string> | null {
  const text = file.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const values = new Map<string, string>();
  let at = 0;
  let section: string | null = null;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (take(blank); at < text.length; take(blank)) {
    const [isHeader, name = "", subsection] = take(header) ?? [];
    if (isHeader) {
      const quoted = subsection?.replace(/\\(.)/g, "$1");
      section = name.toLowerCase() + (quoted === undefined ? "" : `.${quoted}`);
      continue;
    }
    const [isVariable, key = "", equals] = take(variable) ?? [];
    if (!isVariable || section === null) return null;
    const value = equals ? readValue(text, at) : { text: "true", end: at };
    if (value === null) return null;
    values.set(`${section}.${key.toLowerCase()}`, value.text);
    at = value.end;
  }
  return values;
}

/** Reads a value up to the end of its line: quotation marks, escapes, comments and lines that go on. Null for a bad one. */
function readValue(text: string, from: number): { readonly text: string; readonly end: number } | null {
  let value = "";
  /** Length of the value without blanks outside of quotation marks at its end. */
  let length = 0;
  let isQuoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\n") break;
    if (!isQuoted && /[#;]/.test(character)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
      break;
    }
    if (character === '"') {
      isQuoted = !isQuoted;
      length = value.length;
    } else if (character === "\\") {
      const next = text[++at];
      if (next === "\n") continue;
      const escaped = next === undefined ? undefined : escapes[next];
      if (escaped === undefined) return null;
      value += escaped;
      length = value.length;
    } else if (isQuoted || !/\s/.test(character)) {
      value += character;
      length = value.length;
    } else if (value !== "") value += character;
  }
  return isQuoted ? null : { text: value.slice(0, length), end: at };
}
