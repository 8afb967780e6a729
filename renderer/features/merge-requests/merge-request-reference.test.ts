import { expect, it } from "vitest";
import { parseMergeRequestReference } from "./merge-request-reference.ts";

const context = { project: "group/own", service: "https://git.test/base" };

it.each([
  ["!29", "group/own", 29],
  [" !7 ", "group/own", 7],
  ["group/sub/other!3", "group/sub/other", 3],
  ["https://git.test/base/group/other/-/merge_requests/12", "group/other", 12],
  ["https://git.test/base/group/other/-/merge_requests/12/diffs?w=1#note_1", "group/other", 12],
  ["https://git.test/base/group/other/merge_requests/12", "group/other", 12],
])("reads %j", (text, project, iid) => {
  expect(parseMergeRequestReference(text, context)).toEqual({ project, iid });
});

it.each([
  "",
  "29",
  "!",
  "!x",
  "!1234567890",
  "#29",
  "https://elsewhere.test/base/group/other/-/merge_requests/12",
  "https://git.test/base/group/other/-/issues/12",
])("reads no merge request from %j", (text) => {
  expect(parseMergeRequestReference(text, context)).toBeNull();
});
