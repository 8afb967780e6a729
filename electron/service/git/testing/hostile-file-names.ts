import fc from "fast-check";

/** Paths that everybody has. */
export const friendly = ["a", "b", "dir/a", "dir/b", "dir/sub/ö"];

/** Paths that are allowed and that some layer or other trips over. */
export const odd = [
  "-x",
  "--all",
  "-",
  "sp ace ",
  " lead",
  "#%?",
  "a+b&c=d;e",
  "%2e%2e",
  "a%2Fb",
  "100%",
  "emoji😀",
  "👩‍👩‍👧/🇳🇴",
  "dir",
  "DIR/a",
  "A",
  "a/b",
  ":(glob)*",
  "*",
  "[a]",
  'quo"te',
  "'",
  "back\\slash",
  "new\nline",
  "tab\t",
  "bell\u0007",
  "del\u007f",
  ".gitignore",
  ".github/x",
  ".gitx",
  "x.git",
  "...",
  "trailing.",
  "trailing...",
  ".hidden.",
  "a.txt",
  "a.json",
  "HEAD",
  "CON",
  "ä",
  "a\u0308",
  "\u212b",
  "raw",
  "x/raw",
  "long".repeat(60),
  `${"deep/".repeat(40)}x`,
];

/** Names that a forgiving file system takes for git's own folder. */
const gitLike = [
  ".git",
  ".GIT",
  ".Git",
  ".git.",
  ".git ",
  ".git...",
  ".git. .",
  "git~1",
  "GIT~1",
  ".g\u200cit",
  ".git\u200d",
  "\ufeff.git",
  ".git:stream",
  ".git::$INDEX_ALLOCATION",
];

/** Paths that no repository may contain. */
export const forbiddenPaths = [
  "..",
  "dir/../a",
  "",
  " ",
  "/a",
  "a//b",
  "a/",
  "x\\..\\y",
  "nul\0",
  "./a",
  "a/.",
  ".gitmodules/x",
  "x".repeat(4097),
  ...gitLike,
  ...gitLike.map((name) => `dir/${name}/config`),
  ".GIT\\config",
];

/** Returns whether the interface has to refuse a path. A list of git's names, so that a test does not repeat the rule that it checks. */
export const isForbidden = (path: string): boolean =>
  forbiddenPaths.includes(path) ||
  path.split(/[\\/]/).some((part) => part === ".." || gitLike.includes(part)) ||
  path.split("/").some((part) => part === "" || part === ".");

/** Characters of random names; none of them forms a name that git reserves. */
const characters = [
  ..." .-_+#%&?*:;,'\"~@!()[]{}<>|^$=`\\",
  "\t",
  "\n",
  "\u0001",
  "é",
  "e\u0301",
  "ß",
  "İ",
  "ı",
  "漢",
  "😀",
  "\u202e",
  "0",
  "z",
];

/** A name by chance, without the few that are refused. */
export const oddSegment = fc
  .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(""))
  .filter((text) => text.trim() !== "" && !isForbidden(text));
