import { expect, test } from "vitest";
import type { TreeEntry } from "../../../shared/api/resources/repository.ts";
import { findReadme } from "./find-readme.ts";

const entry = (name: string, type: TreeEntry["type"] = "blob"): TreeEntry => ({
  id: "a".repeat(40),
  mode: "100644",
  path: name,
  name,
  type,
});

test.each([
  [["README.txt", "README.mkdn"], "README.mkdn"],
  [["README.rst", "README.mkd"], "README.mkd"],
  [["README.adoc", "main.ts"], "README.adoc"],
  [["readme"], "readme"],
  [["README.de.md", "readme.md"], "readme.md"],
  [["README.en.md"], "README.en.md"],
  [["README-old.md", "readme.pdf", "readme.sh"], undefined],
])("among %j the README is %s", (names, readme) => {
  expect(findReadme(names.map((name) => entry(name)))?.name).toBe(readme);
});

test("a folder is not a README", () => {
  expect(findReadme([entry("README.md", "tree")])).toBeUndefined();
});
