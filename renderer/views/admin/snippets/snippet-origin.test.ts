import { expect, it } from "vitest";
import { parseSnippet } from "./snippet-origin.tsx";

const service = "https://code.example";

it.each([
  ["12", { kind: "personal", id: 12 }],
  [" $12 ", { kind: "personal", id: 12 }],
  ["https://code.example/snippets/12", { kind: "personal", id: 12 }],
  ["https://code.example/-/snippets/12", { kind: "personal", id: 12 }],
  ["group/sub/project$7", { kind: "project", project: "group/sub/project", id: 7 }],
  ["https://code.example/group/project/snippets/7", { kind: "project", project: "group/project", id: 7 }],
  ["https://code.example/g/p/-/snippets/7#note_3", { kind: "project", project: "g/p", id: 7 }],
  ["https://code.example/g/p/-/snippets/7/raw?x=1", { kind: "project", project: "g/p", id: 7 }],
])("%s names a snippet", (text, address) => expect(parseSnippet(text, service)).toEqual(address));

it("reads web addresses of the service alone, below its folder", () => {
  const base = "https://code.example/git";
  const address = { kind: "project", project: "g/p", id: 7 };
  expect(parseSnippet("https://code.example/git/g/p/-/snippets/7", base)).toEqual(address);
  expect(parseSnippet("https://code.example/g/p/-/snippets/7", base)).toBeNull();
  expect(parseSnippet("https://elsewhere.example/g/p/-/snippets/7", service)).toBeNull();
  expect(parseSnippet("https://code.example:8443/snippets/7", service)).toBeNull();
});

it.each(["", "twelve", "0", "12.5", "project$7", "https://code.example/group/project", "group/project$"])(
  "%j names none",
  (text) => expect(parseSnippet(text, service)).toBeNull(),
);
