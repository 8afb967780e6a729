import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
/** Source without its comments. */
const code = (path: string): string => read(path).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

/** Returns what a pattern finds in the code of the page, by file. */
const found = (pattern: RegExp, but: readonly string[] = []): string[] =>
  sources
    .filter((path) => !but.includes(path))
    .flatMap((path) => [...code(path).matchAll(pattern)].map(([text]) => `${path}: ${text.trim()}`));

describe("the page has one of each", () => {
  it("more icon: three dots, upright, with one name", () => {
    const own = ["ui/more-menu.tsx", "ui/folding-row.tsx"];
    expect(found(/\b(?:EllipsisVertical|Ellipsis|MoreHorizontal|MoreVertical)\b/g, own)).toEqual([]);
    for (const path of own) expect(code(path)).toContain("icon={EllipsisVertical}");
    expect(found(/\blabel=(?:"More(?: (?:about|actions)[^"]*)?"|\{`More[^`]*`\})/g)).toEqual([]);
  });

  it("word for leaving and ending: Cancel", () => {
    expect(found(/>\s*(?:Abort|Stop|Never mind|Give up|Dismiss|No)\s*</g)).toEqual([
      // A suggestion, which is neither left nor ended.
      expect.stringContaining("views/me/notifications/scope-row.tsx"),
    ]);
    // Dialogs whose button does something have Cancel from one of these.
    const own = ["ui/form-dialog.tsx", "ui/alert-dialog.tsx"];
    for (const path of own) expect(code(path)).toContain('cancelLabel = "Cancel"');
    expect(found(/cancelLabel=(?:"[^"]*"|\{[^}]*\})/g, own)).toEqual([
      expect.stringContaining('cancelLabel={isValid ? "Close" : "Cancel"}'),
    ]);
  });

  it("unit of sizes: KB of 1,000 bytes, from one function", () => {
    expect(found(/\b(?:kB|[KMGT]iB)\b/g)).toEqual([]);
    expect(found(/(?<!unit=)"(?:KB|MB|GB)"|\}\s*(?:KB|MB|GB)\b/g, ["ui/format-bytes.ts"])).toEqual([]);
  });

  it("name of a project: its path, or its own name beside that of its namespace", () => {
    expect(found(/\b(?<!path_with_namespace: )name_with_namespace\b/g)).toEqual([]);
  });
});
