import { describe, expect, it } from "vitest";
import { registerViews } from "../../app/compose-views.ts";
import { formatShortcuts } from "../../ui/text-format/format-text.tsx";
import { groupKeys } from "../commands/key-list.ts";
import {
  allFixedKeys,
  commandKeys,
  conflictingCommands,
  conflictingFixedKeys,
  isReserved,
  isSingleKey,
  keymap,
  matchStroke,
  strokeOf,
  worksWhileTyping,
} from "./keymap.ts";

registerViews();

it("lets a view's default replace the window's, but reports equal keys that the user chose", () => {
  expect(conflictingCommands("project.pipelines", "g j", {})).toEqual([]);
  expect(conflictingCommands("go.home", "mod+k", {})).toEqual(["palette.open"]);
  expect(conflictingCommands("review.search", "g", {})).toContain("go.home");
  expect(conflictingCommands("review.search", "v", {})).toEqual(["review.viewed"]);
});

it("reports keys of lists, comments and the editor, which cannot be changed", () => {
  const titles = (id: string, key: string) => conflictingFixedKeys(id, key).map(({ title }) => title);
  expect(titles("review.viewed", "j")).toEqual(["Next or previous entry"]);
  expect(titles("window.sidebar", "f3")).toEqual(["Next or previous match"]);
  expect(titles("go.home", "mod+f")).toEqual(["Find in a PDF or a large file", "Find"]);
  expect(titles("review.viewed", "mod+f")).toEqual([]);
  expect(titles("palette.open", "mod+k")).toEqual([]);
});

it("reports keys of a diff in the views that show one", () => {
  expect(conflictingCommands("review.viewed", "n", {})).toEqual(["diff.next-change"]);
  expect(conflictingCommands("diff.comment", "v", {})).toEqual(["review.viewed"]);
  expect(conflictingCommands("log.follow", "c", {})).toEqual([]);
});

it("sees no conflict between views, nor with keys that were taken away", () => {
  expect(conflictingCommands("review.search", "e", {})).toEqual([]);
  expect(conflictingCommands("go.home", "mod+k", { "palette.open": [] })).toEqual([]);
  expect(conflictingCommands("go.home", "mod+j", { "theme.dark": ["mod+j"] })).toEqual(["theme.dark"]);
});

it("has no default that a browser reserves, and ignores letters while the user types", () => {
  const keys = Object.entries(keymap()).flatMap(([id, { keys: own }]) => own.map((key) => ({ id, key })));
  // This one has another before it, and works in the desktop, where everybody expects it.
  const expected = [{ id: "tab.reopen", key: "mod+shift+t" }];
  expect(keys.filter(({ key }) => isReserved(key))).toEqual(expected);
  expect(keys.filter(({ id, key }) => worksWhileTyping(id, key) && isSingleKey(key))).toEqual([]);
  expect(worksWhileTyping("palette.open", "k")).toBe(false);
});

it("has no two commands of one group on one key", () => {
  // Letters step through problems of a log, and through changes while two logs are compared.
  const shared = new Set(["log.next-change", "log.previous-change"]);
  const seen = new Map<string, string>();
  for (const [id, { group, keys }] of Object.entries(keymap())) {
    for (const key of keys) {
      if (shared.has(id)) continue;
      expect(seen.get(`${group} ${key}`), `${id} and ${seen.get(`${group} ${key}`)}`).toBeUndefined();
      seen.set(`${group} ${key}`, id);
    }
  }
});

it("lists the keys of the formats of comments", () => {
  const listed = allFixedKeys()
    .filter(({ group }) => group === "Comments")
    .flatMap(({ keys }) => keys);
  expect(listed).toEqual(expect.arrayContaining(Object.values(formatShortcuts)));
});

it("lists every key, those of the current view first", () => {
  const commands = Object.entries(keymap()).map(([id, { title, group }]) => ({
    ...{ id, title, group, keys: commandKeys(id, {}), isChanged: false, conflicts: [] },
  }));
  const groups = groupKeys(commands, new Set(["Review"]));
  expect(groups[0]?.name).toBe("Review");
  const ofFile = groupKeys(commands, new Set(["Project", "File"])).map(({ name }) => name);
  expect(ofFile.slice(0, 2)).toEqual(["File", "Project"]);
  expect(groups.flatMap(({ commands: listed }) => listed)).toHaveLength(commands.length);
  expect(groups.flatMap(({ fixed }) => fixed)).toHaveLength(allFixedKeys().length);
});

const press = (key: string, modifiers = "") => ({
  key,
  ctrlKey: modifiers.includes("c"),
  metaKey: modifiers.includes("m"),
  altKey: modifiers.includes("a"),
  shiftKey: modifiers.includes("s"),
});

describe("strokes", () => {
  it("names presses the same on both kinds of keyboards", () => {
    expect(strokeOf(press("k", "c"), false)).toBe("mod+k");
    expect(strokeOf(press("k", "m"), true)).toBe("mod+k");
    expect(strokeOf(press("k", "c"), true)).toBe("ctrl+k");
    expect(strokeOf(press("P", "cs"), false)).toBe("mod+shift+p");
    expect(strokeOf(press("?", "s"), false)).toBe("?");
    expect(strokeOf(press("ArrowLeft", "a"), false)).toBe("alt+left");
    expect(strokeOf(press("Shift", "s"), false)).toBeNull();
  });

  it("distinguishes single keys from strokes with a modifier", () => {
    expect(["g p", "?", "shift+g", "j"].filter(isSingleKey)).toEqual(["g p", "?", "shift+g", "j"]);
    expect(["mod+k", "alt+left", "escape", "f7"].filter(isSingleKey)).toEqual([]);
  });

  it("walks through sequences and starts over with a stray key", () => {
    const shortcuts = ["g p", "g c", "p", "mod+k"];
    expect(matchStroke("", "g", shortcuts)).toEqual({ kind: "pending", typed: "g" });
    expect(matchStroke("g", "p", shortcuts)).toEqual({ kind: "match", shortcut: "g p" });
    expect(matchStroke("", "p", shortcuts)).toEqual({ kind: "match", shortcut: "p" });
    expect(matchStroke("g", "mod+k", shortcuts)).toEqual({ kind: "match", shortcut: "mod+k" });
    expect(matchStroke("g", "g", shortcuts)).toEqual({ kind: "pending", typed: "g" });
    expect(matchStroke("g", "x", shortcuts)).toEqual({ kind: "none" });
  });
});
