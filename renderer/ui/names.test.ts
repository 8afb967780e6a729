import { expect, it } from "vitest";
import { avatarHue, initials } from "./avatar-style.ts";
import { fileKind } from "./file-kind.ts";
import { keyNames } from "./key-names.ts";
import { movedIndex } from "./list-keys.ts";

it("makes initials of any name", () => {
  expect(initials("Ada Lovelace")).toBe("AL");
  expect(initials("tide-service")).toBe("TS");
  expect(initials("李 小龍")).toBe("李小");
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
  expect(keyNames("mod+,", false)).toEqual([["Ctrl", ","]]);
});

it("moves through lists within their ends", () => {
  expect(movedIndex("ArrowDown", 9, 10, 5)).toBe(9);
  expect(movedIndex("k", 0, 10, 5)).toBe(0);
  expect(movedIndex("PageDown", 2, 10, 5)).toBe(7);
  expect(movedIndex("End", 2, 10, 5)).toBe(9);
  expect(movedIndex("j", 2, 10, 5, false)).toBeNull();
  expect(movedIndex("ArrowDown", 0, 0, 5)).toBeNull();
});
