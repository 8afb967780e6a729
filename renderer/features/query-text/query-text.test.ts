import { expect, it } from "vitest";
import { parseQuery, unknownNames } from "./query-text.ts";

const keys = ["author", "assignee", "label", "state"];
const unknown = (text: string) => unknownNames(parseQuery(text, keys), keys);

it("names unknown filters, with the filter that was probably meant", () => {
  expect(unknown("autor:@ada state:merged")).toEqual([{ name: "autor", meant: "author" }]);
  expect(unknown("lable:bug labels:x lebel:y")).toEqual([
    { name: "lable", meant: "label" },
    { name: "labels", meant: "label" },
    { name: "lebel", meant: "label" },
  ]);
  expect(unknown("colour:red colour:blue")).toEqual([{ name: "colour", meant: null }]);
});

it("leaves words, URLs, quoted text and names without a value alone", () => {
  for (const text of ["fix: tide", "https://x.y/z", '"note: this"', "a b", "state:closed", "10:30"])
    expect(unknown(text)).toEqual([]);
});
