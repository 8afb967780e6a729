import { expect, it } from "vitest";
import { blobPageOfCommit, pathInWiki, serviceUrls } from "./service-urls.ts";

const project = "https://code.example/forge/fjord/lantern";

it("builds pages of a service and of a project", () => {
  expect(serviceUrls.api("https://code.example/forge/", "/projects")).toBe(
    "https://code.example/forge/api/v4/projects",
  );
  expect(serviceUrls.profile("https://code.example")).toBe("https://code.example/-/profile");
  expect(serviceUrls.projectPage(project, "jobs/7", "L3")).toBe(`${project}/-/jobs/7#L3`);
  expect(serviceUrls.projectPage(project, "wikis/uploads/a.pdf")).toBe(`${project}/-/wikis/uploads/a.pdf`);
});

it("finds the page of a commit's files beside that of the commit", () => {
  expect(blobPageOfCommit(`${project}/-/commit/c1`, "c1")).toBe(`${project}/-/blob/c1`);
  expect(blobPageOfCommit(`${project}/-/commit/c1`, "c2")).toBeNull();
  expect(blobPageOfCommit(null, "c1")).toBeNull();
});

it.each([
  [`${project}/-/wikis/docs/zoo`, "docs/zoo"],
  ["/forge/fjord/lantern/wikis/zoo", "zoo"],
  [`${project}/-/issues/1`, null],
  ["https://elsewhere.example/forge/fjord/lantern/-/wikis/zoo", null],
  ["zoo", null],
])("reads %s as a path in the project's wiki", (address, path) => {
  expect(pathInWiki(project, address)).toBe(path);
});
