import { expect, it } from "vitest";
import { draftTitle, readyTitle } from "./use-merge-request.ts";

it.each(["Draft: Count", "draft:Count", "[Draft] Count", "WIP: Count", "(Draft) Count", "Draft: WIP: Count"])(
  "%j is ready as Count",
  (title) => {
    expect(readyTitle(title)).toBe("Count");
    expect(draftTitle(title)).toBe(title);
  },
);

it("removes the draft prefix, and leaves words that only begin alike", () => {
  expect(draftTitle("Count")).toBe("Draft: Count");
  expect(readyTitle("Drafting tables")).toBe("Drafting tables");
  expect(draftTitle("Wiper")).toBe("Draft: Wiper");
});
