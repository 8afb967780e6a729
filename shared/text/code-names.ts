const identifier = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
/** Characters of a line in which names are found, and names of a line that are offered. */
const maxLength = 2_000;
const maxNames = 30;

/** Words of languages that are no names. */
const keywords: ReadonlySet<string> = new Set(
  (
    "abstract and as async await break case catch class const continue def default defer delete do elif else end " +
    "enum export extends extern false final finally fn for from func function go if impl implements import in " +
    "interface internal is let match mod module mut namespace new nil none not null or override package pass " +
    "private protected public pub raise readonly return self static struct super switch this throw throws trait true " +
    "try type typeof undefined unless until use using val var void when where while with yield"
  ).split(" "),
);

/** Returns the name at an offset of a line; null where there is none. */
export function nameAt(text: string, offset: number): string | null {
  for (const { 0: name, index } of text.slice(0, maxLength).matchAll(identifier))
    if (index <= offset && offset <= index + name.length) return keywords.has(name) ? null : name;
  return null;
}

/** Returns the names of a line, each once, in their order. */
export function namesIn(text: string): readonly string[] {
  const found = [...text.slice(0, maxLength).matchAll(identifier)].map(([name]) => name);
  return [...new Set(found)].filter((name) => name.length > 1 && !keywords.has(name)).slice(0, maxNames);
}

const words =
  "class|struct|interface|protocol|trait|enum|module|object|record|namespace|def|fun|func|function|fn|sub|type|typealias|val|var|let|const|static|define";

/** Returns whether a line looks as if it declared a name: a word for its kind before it, or a body behind it. */
export function looksDeclared(text: string, name: string): boolean {
  const escaped = name.replace(/\$/g, "\\$");
  return new RegExp(
    `(?:^|[^\\w$])(?:${words})\\s+(?:\\([^()]{0,200}\\)\\s*)?[*&]?(?:\\w{1,100}(?:::|\\.))?${escaped}(?![\\w$])|^[^=;]{0,200}(?<![\\w$.])${escaped}\\s*\\([^;]{0,300}\\{\\s*$`,
  ).test(text.slice(0, maxLength));
}

/** Returns a pattern for a name as a word of its own. */
export const wordPattern = (name: string): RegExp =>
  new RegExp(
    `(?<![\\p{ID_Continue}$])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{ID_Continue}$])`,
    "u",
  );

/** Returns how far a file is from another one: its own, its folder's, then by the folders that they share. */
export function distance(path: string, near: string): number {
  if (path === near) return -1;
  const [a, b] = [path.split("/").slice(0, -1), near.split("/").slice(0, -1)];
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return a.length + b.length - 2 * shared;
}
