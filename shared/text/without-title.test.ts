import { expect, it } from "vitest";
import { withoutTitle } from "./without-title.ts";

it("leaves out the heading that a text begins with, where the page says it", () => {
  for (const heading of ["# Lantern\n", "\n# lantern #\n", "Lantern\n=======\n", "#  Lantern "])
    expect(withoutTitle(`${heading}\nA board\n`, "Lantern").trim(), heading).toBe("A board");
});

it("keeps the heading where nothing else is there: a page would be blank", () => {
  for (const text of ["# Lantern", "# Lantern\n\n"]) expect(withoutTitle(text, "Lantern")).toBe(text);
});

it("keeps every other beginning", () => {
  for (const text of [
    "# Lantern wiki\n",
    "## Lantern\n",
    "A board\n# Lantern\n",
    "#Lantern\n",
    "Lantern\n",
    "",
  ])
    expect(withoutTitle(text, "Lantern")).toBe(text);
});
