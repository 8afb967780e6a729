import { expect, it } from "vitest";
import { languageExtension, withLanguage } from "./file-editor.tsx";

it("a language is the ending of a file's name", () => {
  expect(["a/b.TS", "Makefile", "x.unknown", ".md"].map(languageExtension)).toEqual(["ts", "", "", "md"]);
  expect(withLanguage("", "py")).toBe("snippet.py");
  expect(withLanguage("notes.txt", "md")).toBe("notes.md");
  expect(withLanguage("v1.2/Makefile", "sh")).toBe("v1.2/Makefile.sh");
  expect(withLanguage("a.b", "")).toBe("a.b");
});
