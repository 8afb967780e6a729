import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keyNames } from "./buttons/kbd.tsx";
import { movedIndex, pastHeadings } from "./lists/list-keys.ts";
import { avatarHue, initials } from "./marks/avatar.tsx";
import { fileKind } from "./marks/file-icon.tsx";

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
    const own = ["ui/overlays/more-menu.tsx", "ui/lists/folding-row.tsx"];
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
    const own = ["ui/overlays/form-dialog.tsx", "ui/overlays/confirm-host.tsx"];
    for (const path of own) expect(code(path)).toContain('cancelLabel = "Cancel"');
    expect(found(/cancelLabel=(?:"[^"]*"|\{[^}]*\})/g, own)).toEqual([
      // Ends what the tool asks for, where Escape leaves it undone too.
      expect.stringContaining('cancelLabel="Decline"'),
      expect.stringContaining('cancelLabel={isValid ? "Close" : "Cancel"}'),
    ]);
  });

  it("unit of sizes: KB of 1,000 bytes, from one function", () => {
    expect(found(/\b(?:kB|[KMGT]iB)\b/g)).toEqual([]);
    expect(found(/(?<!unit=)"(?:KB|MB|GB)"|\}\s*(?:KB|MB|GB)\b/g, ["ui/values/format-bytes.ts"])).toEqual([]);
  });

  it("wording: that of GitLab, GitHub and VS Code, none of the texts that were replaced", () => {
    const replaced = [
      "That did not work",
      "Where you left off",
      "Lately active",
      "Used lately",
      "Take offline",
      "Take again",
      "This review is on disk",
      "Nobody approved yet",
      "Take approval back",
      "Nothing was said yet",
      "Ready to be merged",
      "Send review",
      "Send now",
      "Press a version",
      "Read target",
      "Drafts alone",
      "Without drafts",
      "Longest unchanged",
      "Forget this search",
      "Take a filter away",
      "ready to be read",
      "propose it for merging",
      "Save mine over it",
      "Solve the conflicts",
      "Another author",
      "Nothing is pending",
      "they gather here",
      "its bytes changed",
      "where the two parted",
      "Delete these",
      "Make a release",
      "Left empty, the tag",
      "brings the first branch",
      "Nothing was committed here",
      "begin with a file here",
      "Not at this ref",
      "Nothing lives at this address",
      "was asked for was not found",
      "does not accept connections",
      "What you visited stays readable",
      "Nothing waits",
      "On the whole",
      "stands in the status line",
      "off the list",
      "shared, not copied",
      "Files to leave out",
      "Try other words",
      "Make one on the service",
      "or out of date",
      "No keychain answers",
      "How much air",
      "Letters and signs alone",
      "Requests side by side",
      "beside the cache",
      "What was noticed",
      "Nothing to tell",
      "this place's address",
      "Fields of the answer",
      "Take a protection away",
      "gone for everybody",
      "Nobody matches",
      "No emoji is called",
      "Give up the move",
      "Could not go on",
    ];
    expect(found(new RegExp(`\\b(?:${replaced.join("|")})`, "gi"))).toEqual([]);
  });

  it("end of a setting's description: a full stop", () => {
    const inSettings = (text: string) => text.startsWith("views/settings/");
    expect(found(/\b(?:description|hint)="[^"]*"/g).filter(inSettings).length).toBeGreaterThan(20);
    expect(found(/\b(?:description|hint)="[^"]*[^".]"/g).filter(inSettings)).toEqual([]);
  });

  it("spelling of a license", () => {
    expect(found(/\blicence\b/gi)).toEqual([]);
  });

  it("length of a short commit id: 8", () => {
    expect(found(/\b(?:sha|commit|current|hash|id|revision)\.slice\(0, (?!8\b)\d+\)/gi)).toEqual([]);
  });

  it("name of a project: its path, or its own name beside that of its namespace", () => {
    expect(found(/\b(?<!path_with_namespace: )name_with_namespace\b/g)).toEqual([]);
  });
});

it("makes initials of any name", () => {
  expect(initials("Ada Lovelace")).toBe("AL");
  expect(initials("tide-service")).toBe("TS");
  expect(initials("李 小龍")).toBe("李");
  expect(initials("  ")).toBe("?");
  expect(avatarHue("ada")).toBe(avatarHue("ada"));
});

it("finds the kind of a file by its name", () => {
  expect(["src/App.tsx", "Makefile", "a.tar.gz", "photo.PNG", "x", ".gitignore"].map(fileKind)).toEqual([
    "code",
    "config",
    "archive",
    "image",
    "plain",
    "config",
  ]);
});

it("prints keys the way of the keyboard", () => {
  expect(keyNames("mod+shift+p", false)).toEqual([["Ctrl", "Shift", "P"]]);
  expect(keyNames("mod+k", true)).toEqual([["⌘", "K"]]);
  expect(keyNames("g p", false)).toEqual([["G"], ["P"]]);
  expect(keyNames("alt+pagedown", false)).toEqual([["Alt", "PgDn"]]);
  expect(keyNames("end", false)).toEqual([["End"]]);
  expect(keyNames("mod+,", false)).toEqual([["Ctrl", ","]]);
});

it("passes the headings of a list, and stays where nothing else is beyond them", () => {
  const isHeading = (index: number) => [0, 3, 4, 8].includes(index);
  const moved = (from: number, to: number) => pastHeadings(from, to, 9, isHeading);
  expect(moved(0, 0)).toBe(1);
  expect(moved(2, 3)).toBe(5);
  expect(moved(5, 4)).toBe(2);
  expect(moved(1, 0)).toBe(1);
  expect(moved(7, 8)).toBe(7);
  expect(pastHeadings(0, 0, 2, () => true)).toBe(0);
});

it("moves through lists within their ends", () => {
  expect(movedIndex("ArrowDown", 9, 10, 5)).toBe(9);
  expect(movedIndex("k", 0, 10, 5)).toBe(0);
  expect(movedIndex("PageDown", 2, 10, 5)).toBe(7);
  expect(movedIndex("End", 2, 10, 5)).toBe(9);
  expect(movedIndex("j", 2, 10, 5, false)).toBeNull();
  expect(movedIndex("ArrowDown", 0, 0, 5)).toBeNull();
});
