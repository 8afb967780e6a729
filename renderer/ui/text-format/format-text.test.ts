import { describe, expect, it } from "vitest";
import { formatText, type TextFormat } from "./format-text.tsx";

/** Formats a text whose selection is between `[` and `]` in the first argument; returns the result marked alike. */
function format(kind: TextFormat, marked: string): string {
  const from = marked.indexOf("‹");
  const to = marked.indexOf("›") - 1;
  const text = marked.replace(/[‹›]/g, "");
  const edit = formatText(kind, text, from, to);
  const result = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const [a, b] = edit.select ?? [edit.from + edit.text.length, edit.from + edit.text.length];
  return `${result.slice(0, a)}‹${result.slice(a, b)}›${result.slice(b)}`;
}

describe("formatting a selection", () => {
  it.each<[TextFormat, string, string]>([
    ["bold", "a ‹word› b", "a **‹word›** b"],
    ["bold", "a **‹word›** b", "a ‹word› b"],
    ["bold", "a ‹**word**› b", "a ‹word› b"],
    ["bold", "a‹ word ›b", "a **‹word›** b"],
    ["bold", "a ‹› b", "a **‹›** b"],
    ["bold", "a **‹›** b", "a ‹› b"],
    ["italic", "‹word›", "_‹word›_"],
    ["italic", "**‹word›**", "**_‹word›_**"],
    ["code", "run ‹npm test›", "run `‹npm test›`"],
    ["code", "‹a\nb›", "‹```\na\nb\n```›"],
    ["code", "x ‹a\nb› y", "x \n‹```\na\nb\n```›\n y"],
    ["code", "‹```\na\nb\n```›", "‹a\nb›"],
    ["link", "see ‹this›", "see [this](‹url›)"],
    ["link", "see ‹›", "see [‹›](url)"],
    ["link", "‹https://a.example/b›", "[‹›](https://a.example/b)"],
    ["quote", "on‹›e\ntwo", "> one‹›\ntwo"],
    ["quote", "‹one\ntwo›", "‹> one\n> two›"],
    ["quote", "‹> one\n> two›", "‹one\ntwo›"],
    ["quote", "‹one\n›two", "> one‹›\ntwo"],
    ["bullets", "‹one\ntwo›", "‹- one\n- two›"],
    ["bullets", "‹›", "- ‹›"],
    ["numbers", "‹- one\n- two›", "‹1. one\n2. two›"],
    ["numbers", "‹1. one\n2. two›", "‹one\ntwo›"],
    ["tasks", "‹- one\n- two›", "‹- [ ] one\n- [ ] two›"],
    ["bullets", "‹- [ ] one›", "- one‹›"],
  ])("%s: %j", (kind, before, after) => {
    expect(format(kind, before)).toBe(after);
  });

  it("is reverted by a second toggle", () => {
    for (const kind of ["bold", "italic", "code", "quote", "bullets", "numbers", "tasks"] as const)
      expect(format(kind, format(kind, "‹one\ntwo›"))).toBe("‹one\ntwo›");
  });
});
