import { expect, it } from "vitest";
import { avatarHue, initials } from "./avatar-style.ts";
import { fileKind } from "./file-kind.ts";
import { keyNames } from "./key-names.ts";
import { movedIndex, pastHeadings } from "./list-keys.ts";

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
