type PathTest = (path: string) => boolean;

/** A parsed search in files: the text, and which paths match. */
export interface SearchQuery {
  readonly text: string;
  /** Undefined where every path is. */
  readonly accepts: PathTest | undefined;
}

const filterStart = /^(-?)(filename|path|extension):(.+)$/s;

/**
 * Parses the filters of a search like real services: `filename:` matches the end of a path, `path:` any part of it and
 * `extension:` what follows its last dot, all whatever their case; `*` matches any characters, `-` in front excludes.
 */
export function readSearchQuery(search: string): SearchQuery {
  const filters: PathTest[] = [];
  const words: string[] = [];
  for (const token of search.split(/\s(?=(?:[^"]|"[^"]*")*$)/)) {
    const match = filterStart.exec(token);
    const [, minus, name = "", quoted = ""] = match ?? [];
    const value = quoted.replace(/^"|"$/g, "");
    const test = testOf(name, value);
    if (match && value !== "") filters.push(minus === "-" ? (path) => !test(path) : test);
    else words.push(token);
  }
  return {
    // Without filters the text is taken as it was written, blanks at its ends included.
    text: filters.length === 0 ? search : words.filter(Boolean).join(" "),
    accepts: filters.length === 0 ? undefined : (path) => filters.every((test) => test(path)),
  };
}

/** Compares part by part from the left, so that no pattern makes it slow. */
function testOf(name: string, value: string): PathTest {
  const parts = (name === "extension" ? `.${value}` : value).toLowerCase().split(/\*+/);
  const last = parts.pop() ?? "";
  const toEnd = name !== "path";
  return (path) => {
    const text = path.toLowerCase();
    let at = 0;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return toEnd ? text.length - last.length >= at && text.endsWith(last) : text.includes(last, at);
  };
}
