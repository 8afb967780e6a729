import { describe, expect, it } from "vitest";
import { registerViews } from "../../app/compose-views.ts";
import { nameAddress, projectUpload, servicePage, uploadAddress } from "./service-addresses.ts";

registerViews();

const account = { id: "7", url: "https://git.example/forge" };
const secret = "0123456789abcdef0123456789abcdef";
const project = "fjord/beacon";
const inProject = `https://git.example/forge/${project}`;

describe("uploadAddress", () => {
  it.each([
    [`/uploads/${secret}/shot.png`, `${inProject}/uploads/${secret}/shot.png`],
    [`/uploads/${secret}/a%20b.pdf?x=1`, `${inProject}/uploads/${secret}/a%20b.pdf?x=1`],
    [
      `/-/project/12/uploads/${secret}/a.png`,
      `https://git.example/forge/-/project/12/uploads/${secret}/a.png`,
    ],
    [
      `/forge/-/project/12/uploads/${secret}/a.png`,
      `https://git.example/forge/-/project/12/uploads/${secret}/a.png`,
    ],
    [
      `/fjord/lantern/uploads/${secret}/a.png`,
      `https://git.example/forge/fjord/lantern/uploads/${secret}/a.png`,
    ],
    [`${inProject}/uploads/${secret}/a.png`, `${inProject}/uploads/${secret}/a.png`],
    [
      `/uploads/-/system/personal_snippet/3/${secret}/a.png`,
      `https://git.example/forge/uploads/-/system/personal_snippet/3/${secret}/a.png`,
    ],
    ["/uploads/short/a.png", `${inProject}/uploads/short/a.png`],
  ])("%s is of the project", (address, url) => {
    expect(uploadAddress(account, project, address, false)).toEqual({ kind: "upload", url });
  });

  it("tells uploads from a folder of the repository", () => {
    expect(uploadAddress(account, project, `/uploads/${secret}/a.png`, true)).toMatchObject({
      kind: "upload",
    });
    for (const address of [
      "/uploads/logo/a.png",
      `uploads/${secret}/a.png`,
      "/uploads",
      `docs/uploads/${secret}/a`,
    ])
      expect(uploadAddress(account, project, address, true), address).toBeNull();
  });

  it("loads nothing of another service, and nothing without a project", () => {
    expect(
      uploadAddress(account, project, `https://evil.example/a/b/uploads/${secret}/a.png`, false),
    ).toBeNull();
    expect(uploadAddress(account, project, `//evil.example/a/uploads/${secret}/a.png`, false)).toBeNull();
    expect(uploadAddress(account, null, `/uploads/${secret}/a.png`, false)).toEqual({ kind: "none" });
  });
});

it("reads paths of the service as pages of the app, and others as its web pages", () => {
  expect(servicePage(account, "/fjord/beacon/-/merge_requests/3")).toEqual({
    kind: "view",
    href: "/a/7/p/fjord%2Fbeacon/merge_requests/3",
  });
  expect(servicePage(account, "/fjord/beacon/-/feature_flags")).toEqual({
    kind: "external",
    url: `${inProject}/-/feature_flags`,
  });
  expect(servicePage(account, "/docs/a.md")).toBeNull();
});

describe("nameAddress", () => {
  it.each([
    [`${inProject}/-/merge_requests/3`, "!3"],
    [`${inProject}/-/merge_requests/3+`, "!3"],
    [`${inProject}/-/merge_requests/3/diffs`, "!3 (diffs)"],
    [`${inProject}/-/merge_requests/3#note_17`, "!3 (comment 17)"],
    [`${inProject}/-/issues/4#note_1`, "#4 (comment 1)"],
    ["https://git.example/forge/fjord/lantern/-/issues/4", "lantern#4"],
    ["https://git.example/forge/other/lantern/-/merge_requests/5", "other/lantern!5"],
    [`${inProject}/-/snippets/8`, "$8"],
    [`${inProject}/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567`, "0a1b2c3d"],
    ["https://git.example/forge/fjord/lantern/-/commit/0a1b2c3d4e", "lantern@0a1b2c3d"],
    [`${inProject}/-/compare/0a1b2c3d4e...b07d33e1f2`, "0a1b2c3d...b07d33e1"],
  ])("%s is %s", (url, label) => {
    expect(nameAddress(account, project, url)?.label).toBe(label);
  });

  it.each([
    `${inProject}/-/milestones`,
    `${inProject}/-/blob/main/README.md`,
    inProject,
    "https://other.example/fjord/beacon/-/issues/4",
    "https://git.example/elsewhere/beacon/-/issues/4",
  ])("%s stays as it is", (url) => {
    expect(nameAddress(account, project, url)).toBeNull();
  });
});

describe("projectUpload", () => {
  it.each([
    [`${inProject}/uploads/${secret}/a%20b.png?width=3`, project, "a b.png"],
    [`${inProject}/-/wikis/uploads/${secret}/a.png`, project, "a.png"],
    [`https://git.example/forge/-/project/12/uploads/${secret}/a.png`, "12", "a.png"],
  ])("%s is one", (url, id, filename) => {
    expect(projectUpload(account, url)).toEqual({ project: id, secret, filename });
  });

  it.each([
    `https://git.example/forge/-/group/3/uploads/${secret}/a.png`,
    `https://git.example/forge/uploads/-/system/user/avatar/3/a.png`,
    `https://git.example/other/${project}/uploads/${secret}/a.png`,
    `https://elsewhere.example/forge/${project}/uploads/${secret}/a.png`,
    `${inProject}/uploads/secret/a.png`,
  ])("%s is none", (url) => expect(projectUpload(account, url)).toBeNull());
});
