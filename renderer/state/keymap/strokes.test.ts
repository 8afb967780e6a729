import { describe, expect, it } from "vitest";
import { isSingleKey, matchStroke, strokeOf } from "./strokes.ts";

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
