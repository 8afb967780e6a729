import { expect, it } from "vitest";
import { GitRefusal, type GitRefusalReason } from "../git/git-refusal.ts";
import { gitRefusalError } from "./git-refusal-error.ts";

const respond = (reason: GitRefusalReason, details?: Record<string, string>) => {
  const { status, body } = gitRefusalError(new GitRefusal(reason, "a sentence", details));
  return { status, body };
};

it("sends the reason and details of a refusal about an opened repository", () => {
  const details = { file: "/x/index.lock" };
  expect(respond("locked", details)).toEqual({
    status: 423,
    body: { message: "a sentence", reason: "locked", details },
  });
  expect(respond("read_only").status).toBe(403);
  expect(respond("missing_object").status).toBe(424);
});

it("names the parameter that is wrong", () => {
  expect(respond("commit_message_invalid")).toEqual({
    status: 400,
    body: { error: "commit_message is invalid" },
  });
});

it("sends the sentence of any other refusal", () => {
  expect(respond("file_exists")).toEqual({ status: 400, body: { message: "a sentence" } });
  expect(respond("push_malformed")).toEqual({ status: 400, body: { error: "a sentence" } });
});
