/** A path with a line, as compilers and stack traces write it. */
interface FileReference {
  /** Offsets of its beginning and end in the text. */
  readonly from: number;
  readonly to: number;
  readonly path: string;
  readonly line: number;
}

/** Letters of one segment of a path. */
const letters = "[\\w@.+~$-]{1,200}";
/** `path/file.ext:12:3`, `File "path", line 12` and `at com.acme.Foo.bar(Foo.java:12)`. */
const patterns = [
  `File "(?<python>[^"\\n]{1,1000})", line (?<pythonLine>\\d{1,7})`,
  `at (?<package>(?:[\\w$]{1,200}\\.){2,30})[\\w$<>]{1,200}\\((?<java>[\\w$]{1,200}\\.\\w{1,10}):(?<javaLine>\\d{1,7})\\)`,
  `(?<![\\w/.])(?<path>(?:[A-Za-z]:)?(?:\\.{0,2}[/\\\\])?(?:${letters}[/\\\\]){0,40}[\\w@.+~$-]{1,200}\\.[A-Za-z]\\w{0,9}):(?<line>\\d{1,7})(?![\\w.])`,
];
const reference = new RegExp(patterns.join("|"), "g");

/** References beyond which a text is not searched. */
const maxReferences = 500;

/** Returns the files with lines that a text names, in their order. */
export function fileReferences(text: string): FileReference[] {
  const found: FileReference[] = [];
  for (const match of text.matchAll(reference)) {
    const { groups = {}, index } = match;
    const path = groups.python ?? (groups.java ? javaPath(groups.package ?? "", groups.java) : groups.path);
    const line = Number(groups.pythonLine ?? groups.javaLine ?? groups.line);
    if (!path || line === 0) continue;
    const { length } = match[0];
    // The part in the parentheses of a Java stack frame.
    const start = groups.java ? index + match[0].lastIndexOf("(") + 1 : index;
    found.push({ from: start, to: groups.java ? index + length - 1 : index + length, path, line });
    if (found.length === maxReferences) break;
  }
  return found;
}

/** `com.acme.Foo.` and `Foo.java` → `com/acme/Foo.java`. */
const javaPath = (prefix: string, file: string): string =>
  [...prefix.split(".").filter(Boolean).slice(0, -1), file].join("/");
