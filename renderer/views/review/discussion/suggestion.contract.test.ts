import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { callWrite } from "../../../api/send-write.ts";
import { pageForTests } from "../../../testing/page-over-service.ts";
import { splitComment } from "../../../workers/markdown/split-comment.ts";
import { commitSuggestions, type SuggestedChange, suggestionMessage } from "./suggestion.ts";

const page = pageForTests();

/** Files of bytes (one character each), the commented line, the comment, and the bytes that are right. */
const cases: Record<string, { file: string; line: number; comment: string; right: string }> = {
  latin: {
    file: "caf\xe9\nwert = 2\nMen\xfc\n",
    line: 2,
    comment: "```suggestion:-0+0\nwert = 3 \u20ac\n```",
    right: "caf\xe9\nwert = 3 \x80\nMen\xfc\n",
  },
  mark: {
    file: "\xef\xbb\xbfusing A;\r\nb\n",
    line: 1,
    comment: "```suggestion\nusing B;\nusing C;\n```",
    right: "\xef\xbb\xbfusing B;\r\nusing C;\r\nb\n",
  },
  "sent with CRLF": {
    file: "a\nb\nc",
    line: 3,
    comment: "Better:\r\n\r\n```suggestion:-1\r\nB\r\nC\r\n```\r\n",
    right: "a\nB\nC",
  },
  wide: {
    file: "\xff\xfea\0\r\0\n\0b\0\r\0\n\0",
    line: 2,
    comment: "~~~suggestion\nx\n~~~",
    right: "\xff\xfea\0\r\0\n\0x\0\r\0\n\0",
  },
};

it("changes the suggested lines and no other byte", async () => {
  const { service, account, project } = page;
  const files = Object.fromEntries(
    Object.entries(cases).map(([path, { file }]) => [path, Buffer.from(file, "latin1")]),
  );
  const head = await service.commit(project, { files });
  const write: Parameters<typeof commitSuggestions>[0] = (input) =>
    callWrite(account.id, createCommit, input);
  const commit = (suggestions: readonly SuggestedChange[]) =>
    commitSuggestions(write, {
      ...{ account: account.id, project: project.id, branch: "main" },
      message: "Apply",
      suggestions,
    }).then(() => null, toProblem);
  const apply = (path: string, line: number, comment: string) => {
    const [suggestion] = splitComment(comment).flatMap((part) =>
      part.kind === "suggestion" ? [part.suggestion] : [],
    );
    if (!suggestion) throw new Error("There is no suggestion");
    return commit([{ path, line, head, suggestion }]);
  };
  const read = (path: string) =>
    execFileSync("git", ["--git-dir", project.repositoryPath, "show", `main:${path}`], {
      encoding: "latin1",
    });
  for (const [path, { line, comment, right }] of Object.entries(cases)) {
    expect(await apply(path, line, comment)).toBeNull();
    expect(read(path), path).toBe(right);
  }
  const tip = await service.run(project, "rev-parse", "main");
  // The line was counted in the version before.
  expect(await apply("latin", 2, "```suggestion\nx\n```")).toMatchObject({ changed: "no" });
  const before = await service.commit(project, {
    files: { "other.txt": Buffer.from("caf\xe9\n", "latin1") },
  });
  const suggestion = { above: 0, below: 0, lines: ["caf\u00e9 \u2192"] };
  const problem = await commit([{ path: "other.txt", line: 1, head: before, suggestion }]);
  expect(problem?.message).toMatch(
    /^other\.txt is in WINDOWS-1252, which has no “→” \(U\+2192\): line 1\. Nothing/,
  );
  expect(await service.run(project, "rev-parse", "main", "main^")).toBe(`${before}\n${tip}`);
});

it("commits several suggestions at once, or none of them", async () => {
  const { service, account, project } = page;
  const head = await service.commit(project, {
    files: { "many/a.txt": "1\n2\n3\n4\n5\n", "many/b.txt": "x\ny\n" },
  });
  const write: Parameters<typeof commitSuggestions>[0] = (input) =>
    callWrite(account.id, createCommit, input);
  const change = (path: string, line: number, above: number, ...lines: string[]): SuggestedChange => ({
    ...{ path, line, head },
    suggestion: { above, below: 0, lines },
  });
  const commit = (...suggestions: SuggestedChange[]) =>
    commitSuggestions(write, {
      ...{ account: account.id, project: project.id, branch: "main" },
      message: suggestionMessage(suggestions),
      suggestions,
    }).then(() => null, toProblem);
  const overlapping = await commit(
    change("many/a.txt", 2, 0, "two"),
    change("many/a.txt", 3, 1, "two", "three"),
  );
  expect(overlapping?.message).toBe(
    "Two of the suggestions are for the same lines of many/a.txt. Nothing was committed.",
  );
  expect(await service.run(project, "rev-parse", "main")).toBe(head);
  const several = [
    change("many/a.txt", 2, 0, "two", "and a half"),
    change("many/b.txt", 1, 0),
    change("many/a.txt", 5, 1, "five"),
  ];
  expect(await commit(...several)).toBeNull();
  expect(await service.run(project, "show", "main:many/a.txt")).toBe("1\ntwo\nand a half\n3\nfive");
  expect(await service.run(project, "show", "main:many/b.txt")).toBe("y");
  expect(await service.run(project, "log", "-1", "--format=%s %P", "main")).toBe(
    `Apply 3 suggestions to 2 files ${head}`,
  );
});
