import { expect, it } from "vitest";
import { InvalidInput, parseInput } from "./contract/encode.ts";
import type { AnyOperation, Auth, TokenScope } from "./contract/operation.ts";
import { readResponse } from "./contract/read-response.ts";
import { describeOperation } from "./contract/reference.ts";
import { operations } from "./index.ts";
import { createCommit } from "./resources/commits.ts";
import { listMergeRequests } from "./resources/merge-requests.ts";
import { getMergeBase } from "./resources/repository.ts";
import { createUser, listUsers } from "./resources/users.ts";
import { updateWikiPage } from "./resources/wikis.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);
const documented = Object.entries(operations).filter(([, operation]) => operation.extension === undefined);

/** Operations by the narrowest scope that they accept (Authentication); all others need `api`. */
const scopes: Readonly<Partial<Record<TokenScope, string>>> = {
  read_repository: "getFile headFile getRawFile headRawFile",
  // Not in the documents: real services have it for operations on people.
  read_user: `listUsers getUser getCurrentUser getCurrentUserStatus getUserStatus listKeys listUserKeys
    getCurrentUserKey`,
};

/**
 * Operations that do not ask for a token (Authentication, and "public" of a snippet's visibility), and those of
 * administrators; all others ask for one.
 */
const audiences: Readonly<Partial<Record<Auth, string>>> = {
  optional: `getFile headFile getRawFile headRawFile listTree getBlob getRawBlob getArchive compareRefs
    listContributors listBranches getBranch listTags getTag listProjects getProject listGroups
    getSnippet getRawSnippet getProjectSnippet getRawProjectSnippet
    listSubgroups listGroupProjects getGroup listPublicSnippets registerRunner deleteRunnerByToken verifyRunner`,
  admin: `transferProject createUser updateUser deleteUser getKey createUserKey deleteUserKey listAllRunners
    listHooks createHook testHook deleteHook getProjectSnippetUserAgent getSnippetUserAgent`,
};

const named = <K extends string>(table: Readonly<Partial<Record<K, string>>>, name: string, other: K): K =>
  (Object.entries(table) as [K, string][]).find(([, list]) => words(list).includes(name))?.[0] ?? other;

it.each(documented)("%s asks for the documented scope and audience", (name, { scope, auth }) => {
  expect({ scope, auth }).toEqual({
    scope: named(scopes, name, "api"),
    auth: named(audiences, name, "token"),
  });
});

const projects = "order_by=created_at|sort=desc";
const requests = `${projects}|scope=created_by_me on the global list`;
const groups = "all_available=false, for administrators true|order_by=name|sort=asc";
const notes = "sort=desc|order_by=created_at";
const file = "encoding=text";

/** Every documented default, as `parameter=words`, separated by `|`. */
const defaults: Readonly<Record<string, string>> = {
  createFile: file,
  updateFile: file,
  listCommits: "ref_name=the default branch",
  createCommit: "stats=true",
  getCommit: "stats=true",
  listCommitRefs: "type=all",
  listCommitStatuses: "ref=the default branch",
  listTags: "order_by=updated|sort=desc",
  listTree: "path=the root|ref=the default branch|recursive=false",
  getArchive: "format=tar.gz|sha=the default branch",
  compareRefs: "straight=false",
  listContributors: "order_by=commits|sort=asc",
  updateSubmodule: "commit_message=a sentence that names the submodule and the commit",
  listMergeRequests: `${requests}|in=title,description`,
  listProjectMergeRequests: requests,
  listGroupMergeRequests: requests,
  listIssueNotes: notes,
  listSnippetNotes: notes,
  listMergeRequestNotes: notes,
  listProjects: projects,
  listUserProjects: projects,
  listGroups: groups,
  listSubgroups: groups,
  listGroupProjects: `${projects}|with_issues_enabled=false|with_merge_requests_enabled=false|with_shared=true|include_subgroups=false`,
  getGroup: "with_projects=true",
  listUsers: "order_by=id|sort=desc",
  createUser: "reset_password=false|admin=false|skip_confirmation=false|external=false",
  updateUser: "skip_reconfirmation=false",
  setUserStatus: "emoji=speech_balloon",
  listJobs: "scope=all",
  listPipelineJobs: "scope=all",
  listDeployments: "order_by=id|sort=asc",
  createWikiPage: "format=markdown",
  uploadWikiAttachment: "branch=the wiki's default branch",
  // Not in the documents: fields of real services.
  listBranches: "sort=name_asc",
  protectBranch: "push_access_level=40|merge_access_level=40",
};

it.each(documented)("the reference names every documented default of %s, and no other", (name, operation) => {
  const { parameters } = describeOperation(name, operation);
  // Fields that newer services added are in no document.
  const old = parameters.filter(({ description }) => !description.includes("since"));
  const found = old.flatMap((parameter) =>
    parameter.fallback === null ? [] : [`${parameter.name}=${parameter.fallback}`],
  );
  const expected = defaults[name]?.split("|") ?? [];
  expect(found.toSorted()).toEqual([...expected, ...(operation.paged ? ["per_page=20"] : [])].toSorted());
});

const refusal = (operation: AnyOperation, input: unknown): string => {
  try {
    parseInput(operation, input);
    return "accepted";
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.message;
  }
};

it("refuses what breaks a rule between fields before anything is sent", () => {
  expect(refusal(getMergeBase, { id: 1, refs: ["main"] })).toBe("Provide at least 2 refs.");
  expect(refusal(getMergeBase, { id: 1, refs: ["main", "topic"] })).toBe("accepted");
  expect(refusal(updateWikiPage, { id: 1, slug: "a" })).toBe("Provide at least one of content and title.");
  expect(refusal(updateWikiPage, { id: 1, slug: "a", title: "A" })).toBe("accepted");
  const person = { email: "a@example.test", username: "a", name: "A" };
  expect(refusal(createUser, person)).toBe("Provide a password, or set reset_password.");
  expect(refusal(createUser, { ...person, reset_password: true })).toBe("accepted");
  expect(refusal(createUser, { ...person, password: "long enough", provider: "ldap" })).toBe(
    "Provide extern_uid and provider together.",
  );
  expect(refusal(listUsers, { extern_uid: "1" })).toBe("Provide extern_uid and provider together.");
  const commit = { id: 1, branch: "main", commit_message: "m" };
  const actions = [
    { action: "delete", file_path: "a" },
    { action: "update", file_path: "b" },
  ];
  expect(refusal(createCommit, { ...commit, actions })).toBe("Actions 2 content is missing.");
  expect(refusal(createCommit, { ...commit, actions: actions.slice(0, 1) })).toBe("accepted");
});

it("reads the simple view of merge requests without a mismatch", () => {
  const simple = { iid: 1, web_url: "https://x.test/1", title: "T", description: null, state: "opened" };
  const { value, mismatches } = readResponse(listMergeRequests, [simple]);
  expect(mismatches).toEqual([]);
  expect(value).toMatchObject([simple]);
});
