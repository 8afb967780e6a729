import { beforeEach, describe, expect, it } from "vitest";
import { createDiscussion } from "../../../shared/api/resources/discussions.ts";
import {
  approveMergeRequest,
  getApprovalState,
  getMergeRequestApprovals,
  listReviewers,
  publishReview,
  unapproveMergeRequest,
} from "../../../shared/api/resources/merge-request-approvals.ts";
import {
  acceptMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { updateProject } from "../../../shared/api/resources/projects.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { type Body, branchWithChange } from "./testing/branch-with-change.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { of, open, events } = branch;
let project: Project;
beforeEach(() => {
  project = branch.project;
});

const userId = (name: string) => findUserByName(service.store, name)?.id ?? 0;
const status = async () =>
  ((await service.operate(getMergeRequest, of())).body as Body).detailed_merge_status;

describe("rules", () => {
  const rules = async () => {
    const { body } = await service.operate(getApprovalState, of());
    return (body as { rules: Body[] }).rules.map((rule) => [
      rule.rule_type,
      rule.name,
      rule.section,
      rule.approvals_required,
      rule.approved,
      ...["eligible_approvers", "approved_by"].map((field) =>
        (rule[field] as Body[]).map(({ username }) => username).join(" "),
      ),
    ]);
  };
  const needs = (count: number) =>
    service.operate(updateProject, { id: project.id, approvals_before_merge: count }, { as: "maintainer" });

  it("say how many have to approve, and nobody merges before", async () => {
    await open();
    expect(await rules()).toEqual([["any_approver", "All Members", null, 0, true, "", ""]]);
    expect((await needs(2)).body).toMatchObject({ approvals_before_merge: 2 });
    await service.operate(approveMergeRequest, of());
    expect(await rules()).toEqual([["any_approver", "All Members", null, 2, false, "", "developer"]]);
    expect((await service.operate(getMergeRequestApprovals, of())).body).toMatchObject({
      approved: false,
      approvals_required: 2,
      approvals_left: 1,
    });
    expect(await status()).toBe("not_approved");
    expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
    await service.operate(approveMergeRequest, of(), { as: "maintainer" });
    expect(await status()).toBe("mergeable");
    expect((await service.operate(acceptMergeRequest, of())).body).toMatchObject({ state: "merged" });
  });

  it("have the owners of the changed files, by the file on the target branch", async () => {
    await service.commit(project, {
      files: {
        ".gitlab/CODEOWNERS": "* @nobody\n",
        "docs/CODEOWNERS":
          "b @owner\n[Letters][2] @@maintainer\na @team @guest maintainer@example.test\n^[Other]\n* @stranger\n",
      },
    });
    await service.commit(project, { branch: "topic", files: { CODEOWNERS: "a @owner\n" } });
    await open();
    await service.operate(approveMergeRequest, of(), { as: "maintainer" });
    const everybody = "developer maintainer owner";
    expect((await rules()).slice(1)).toEqual([
      ["code_owner", "a", "Letters", 0, true, everybody, "maintainer"],
      ["code_owner", "*", "Other", 0, true, "", ""],
    ]);
  });

  it("are there without a file of owners, and where it is a folder", async () => {
    await service.commit(project, { files: { "CODEOWNERS/a": "a @owner\n" } });
    await open();
    expect(await rules()).toHaveLength(1);
  });
});

describe("the state of a review", () => {
  const states = async () =>
    ((await service.operate(listReviewers, of())).body as { user: Body; state: string }[]).map(
      ({ user, state }) => [user.username, state],
    );
  const as = (caller: "maintainer" | "owner") => ({ as: caller });
  const reviewers = (...names: string[]) =>
    service.operate(updateMergeRequest, { ...of(), reviewer_ids: names.map(userId) });

  it("follows comments, approvals and their end, and stays when others are added", async () => {
    await open();
    await reviewers("maintainer");
    expect(await states()).toEqual([["maintainer", "unreviewed"]]);
    await service.operate(createMergeRequestNote, { ...of(), body: "Hm." });
    expect(await states()).toEqual([["maintainer", "unreviewed"]]);
    await service.operate(createMergeRequestNote, { ...of(), body: "Hm." }, as("maintainer"));
    await reviewers("maintainer", "owner");
    await service.operate(createDiscussion, { ...of(), body: "Why?" }, as("owner"));
    expect(await states()).toEqual([
      ["maintainer", "reviewed"],
      ["owner", "reviewed"],
    ]);
    await service.operate(approveMergeRequest, of(), as("owner"));
    expect((await states())[1]).toEqual(["owner", "approved"]);
    await service.operate(unapproveMergeRequest, of(), as("owner"));
    expect((await states())[1]).toEqual(["owner", "unapproved"]);
    await reviewers("owner");
    await reviewers("maintainer", "owner");
    expect(await states()).toEqual([
      ["owner", "unapproved"],
      ["maintainer", "unreviewed"],
    ]);
  });

  it("blocks the merge where changes are requested, until the reviewer approves", async () => {
    await open();
    await service.operate(approveMergeRequest, of(), as("maintainer"));
    const request = { ...of(), reviewer_state: "requested_changes", note: "Not yet." } as const;
    expect((await service.operate(publishReview, request, as("maintainer"))).status).toBe(204);
    expect(await states()).toEqual([["maintainer", "requested_changes"]]);
    expect((await events()).at(-1)).toBe("requested changes");
    expect(await status()).toBe("requested_changes");
    expect((await service.operate(getMergeRequestApprovals, of())).body).toMatchObject({ approved_by: [] });
    expect((await service.operate(acceptMergeRequest, of())).status).toBe(405);
    await service.operate(createMergeRequestNote, { ...of(), body: "Still not." }, as("maintainer"));
    expect(await states()).toEqual([["maintainer", "requested_changes"]]);
    await service.operate(approveMergeRequest, of(), as("maintainer"));
    expect([await status(), await states()]).toEqual(["mergeable", [["maintainer", "approved"]]]);
  });

  it("is refused for a reporter and for what is closed", async () => {
    await open();
    const input = { ...of(), reviewer_state: "reviewed" } as const;
    expect((await service.operate(publishReview, input, { as: "reporter" })).status).toBe(403);
    await service.operate(updateMergeRequest, { ...of(), state_event: "close" });
    expect((await service.operate(publishReview, input)).status).toBe(405);
  });
});
