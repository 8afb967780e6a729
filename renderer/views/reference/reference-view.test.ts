import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { describeOperation } from "../../../shared/api/contract/reference.ts";
import { operations } from "../../../shared/api/index.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { catalogue, catalogueRows, searchCatalogue } from "./catalogue.ts";
import { readForm } from "./form-values.ts";
import { toCurl } from "./try-it.tsx";

test("every operation is in the catalogue once, under a heading", () => {
  expect(catalogue).toHaveLength(Object.keys(operations).length);
  const rows = catalogueRows(catalogue);
  const headings = rows.filter((row) => row.kind === "group");
  expect(new Set(headings.map(({ key }) => key)).size).toBe(headings.length);
  expect(rows.filter((row) => row.kind === "entry")).toHaveLength(catalogue.length);
});

test("a search needs all of its words, anywhere", () => {
  expect(searchCatalogue(catalogue, "post commits start_branch").map(({ name }) => name)).toEqual([
    "createCommit",
  ]);
  expect(searchCatalogue(catalogue, "no such thing")).toEqual([]);
  expect(searchCatalogue(catalogue, "")).toHaveLength(catalogue.length);
});

test("a form becomes an input, and reports what cannot be parsed", () => {
  const { parameters } = describeOperation("listTree", listTree);
  expect(readForm(parameters, { id: "7", recursive: "true", per_page: "5", path: "", ref: "12" })).toEqual({
    input: { id: 7, recursive: true, per_page: 5, ref: "12" },
  });
  expect(readForm(parameters, { per_page: "five" })).toEqual({ wrong: { per_page: "is not a number" } });
  const commit = describeOperation("createCommit", createCommit);
  expect(readForm(commit.parameters, { actions: "[{" })).toEqual({ wrong: { actions: "is not valid JSON" } });
});

test("a command contains the request, quoted, and no token", () => {
  const message = 'It\'s "$HOME" `x` \\ \n new';
  const command = toCurl("https://code.example/", createCommit, {
    id: "a/b c",
    branch: "main",
    commit_message: message,
    actions: [{ action: "create", file_path: "x'y", content: "" }],
  });
  expect(command).toContain('--header "PRIVATE-TOKEN: $TOKEN"');
  const echoed = execFileSync("sh", ["-c", command.replace(/^curl/, "printf '%s\\0'")], {
    env: { PATH: process.env.PATH ?? "", TOKEN: "variable" },
  }).toString();
  const words = echoed.split("\0");
  expect(words).toContain("PRIVATE-TOKEN: variable");
  expect(words).toContain("https://code.example/api/v4/projects/a%2Fb%20c/repository/commits");
  const body: unknown = JSON.parse(words[words.indexOf("--data-raw") + 1] ?? "");
  expect(body).toMatchObject({ commit_message: message });
});
