import { describe, expect, it } from "vitest";
import { operations } from "../index.ts";
import { getCommitDiff } from "../resources/commits.ts";
import { listJobs } from "../resources/jobs.ts";
import { getMergeRequest } from "../resources/merge-requests.ts";
import { getProject } from "../resources/projects.ts";
import { listTree } from "../resources/repository.ts";
import { getSnippet } from "../resources/snippets.ts";
import { readResponse } from "./read-response.ts";
import { allowedChanges, exampleResponse, sparseResponse } from "./testing/example-response.ts";

const project = {
  id: 3,
  name: "App",
  name_with_namespace: "Group / App",
  path: "app",
  path_with_namespace: "group/app",
};

describe("reading responses", () => {
  it("lets unknown fields through and reports nothing", () => {
    const { value, mismatches } = readResponse(getProject, { ...project, invented: [1] });
    expect(mismatches).toEqual([]);
    expect(value).toMatchObject({ id: 3, invented: [1], default_branch: null });
  });

  it("puts a neutral value where a field does not fit, and reports which", () => {
    const { value, mismatches } = readResponse(getProject, { ...project, star_count: "many", archived: 1 });
    expect(value.star_count).toBeTypeOf("number");
    expect(mismatches.map(({ message }) => message.split(":")[0])).toEqual(["star_count", "archived"]);
  });

  it("survives a response of another shape altogether", () => {
    expect(readResponse(listTree, { message: "hello" }).value).toEqual([]);
    expect(readResponse(getProject, null).value).toMatchObject({ path_with_namespace: "" });
  });

  it("keeps the good entries of a list with a bad one", () => {
    const entry = { id: "a", name: "x", type: "blob", path: "x", mode: "100644" };
    const { value, mismatches } = readResponse(listTree, [entry, { ...entry, name: null }]);
    expect(value.map(({ name }) => name)).toEqual(["x", ""]);
    expect(mismatches).toHaveLength(1);
  });

  it("counts a mismatch of every entry as one, in one walk", () => {
    const page = Array.from({ length: 100 }, (_, id) => ({ id: String(id), name: "x", status: "success" }));
    const { value, mismatches } = readResponse(listJobs, page);
    expect(value).toHaveLength(100);
    expect(mismatches).toEqual([
      { message: "[].id: Invalid input: expected number, received string", count: 100 },
    ]);
  });

  it("takes null as absent where a field may be absent, and leaves the response as it was", () => {
    const sent = { ...project, star_count: null, tag_list: null, archived: null, description: null };
    const given = structuredClone(sent);
    const { value, mismatches } = readResponse(getProject, given);
    expect(mismatches).toEqual([]);
    expect(value).toMatchObject({ star_count: 0, tag_list: [], description: null });
    expect(given).toEqual(sent);
    const other = readResponse(getProject, given).value;
    expect(other.tag_list).not.toBe(value.tag_list);
  });

  it("gives old and new services one shape", () => {
    expect(readResponse(getProject, { ...project, topics: ["a"] }).value.tag_list).toEqual(["a"]);
    const old = {
      old_path: "a",
      new_path: "a",
      diff: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n",
      a_mode: "0",
    };
    const [entry] = readResponse(getCommitDiff, [old]).value;
    expect(entry).toMatchObject({ diff: "@@ -1 +1 @@\n-x\n+y\n", a_mode: null });
    const user = { id: 1, name: "Ada", username: "ada" };
    expect(
      readResponse(getMergeRequest, { draft: true, merge_user: user, assignee: user }).value,
    ).toMatchObject({
      work_in_progress: true,
      merged_by: user,
      assignees: [user],
    });
    expect(readResponse(getMergeRequest, { work_in_progress: true }).value.draft).toBe(true);
    const files = [{ path: "a.txt", raw_url: "http://service/a" }];
    expect(readResponse(getSnippet, { files }).value.file_name).toBe("a.txt");
  });
});

const read = Object.entries(operations).flatMap(([name, { response }]) =>
  response.kind === "json" ? [[name, response] as const] : [],
);

describe("responses with a field absent or null", () => {
  it.each(read)("of %s are read without a mismatch", (_, response) => {
    const example = exampleResponse(response.schema);
    expect(readResponse({ response }, example).mismatches).toEqual([]);
    const changes = allowedChanges(response.schema, example);
    const failed = changes.filter(
      ({ response: changed }) => readResponse({ response }, changed).mismatches.length > 0,
    );
    expect(failed.map(({ name }) => name)).toEqual([]);
    for (const as of ["absent", "null"] as const)
      expect(readResponse({ response }, sparseResponse(response.schema, example, as)).mismatches).toEqual([]);
  });

  it("are of every field that a version may lack", () => {
    const count = read.reduce(
      (sum, [, { schema }]) => sum + allowedChanges(schema, exampleResponse(schema)).length,
      0,
    );
    expect(count).toBeGreaterThan(3_000);
  });
});
