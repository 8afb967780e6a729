import { expect, it, test } from "vitest";
import { forbidden, invalidFields, notFound, Refusal, tooLarge } from "../domain/refusal.ts";
import { GitRefusal, type GitRefusalReason } from "../git/git-errors.ts";
import { errorLine, gitRefusalError, refusalError } from "./refusals.ts";

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

it("gives a refusal of the domain the status and text of its kind", () => {
  const respond = (refusal: Refusal) => {
    const { status, body } = refusalError(refusal);
    return [status, body];
  };
  expect(respond(notFound("Project"))).toEqual([404, { message: "404 Project Not Found" }]);
  expect(respond(notFound())).toEqual([404, { message: "404 Not found" }]);
  expect(respond(forbidden())).toEqual([403, { message: "403 Forbidden" }]);
  expect(respond(invalidFields({ key: ["is taken"] }))).toEqual([400, { message: { key: ["is taken"] } }]);
});

it("tells by what is written or made which status a refusal has", () => {
  const status = (refusal: Refusal) => refusalError(refusal).status;
  expect(status(new Refusal("branchDenied", { writing: "files" }))).toBe(400);
  expect(status(new Refusal("branchDenied", { writing: "commits" }))).toBe(403);
  expect(status(new Refusal("badTag", { why: "Tag name invalid", wantedBy: "tag" }))).toBe(405);
  expect(status(new Refusal("badTag", { why: "Tag name invalid", wantedBy: "release" }))).toBe(400);
  expect(status(tooLarge("The file is larger than 100 MB"))).toBe(413);
  expect(status(new Refusal("taken", { what: "Email", change: "create" }))).toBe(409);
  expect(status(new Refusal("taken", { what: "Email", change: "update" }))).toBe(404);
});

test("a line of the log has no secret", () => {
  const error = new Error(
    "GET http://any:hunter2@127.0.0.1/x?private_token=abcdefgh&a=b with hlv-0123456789abcdef and glpat-ABCDEFGHIJ",
  );
  const line = errorLine(error, "POST /projects");
  expect(line).toContain("POST /projects: Error: GET http://[secret]@127.0.0.1/x?private_token=[secret]&a=b");
  for (const secret of ["hunter2", "abcdefgh&", "0123456789abcdef", "ABCDEFGHIJ"])
    expect(line).not.toContain(secret);
});
