import { describe, expect, it } from "vitest";
import { operations } from "../index.ts";
import { createMatcher } from "./match.ts";
import type { Method } from "./operation.ts";

const match = createMatcher(Object.values(operations));
const nameOf = new Map(Object.entries(operations).map(([name, operation]) => [operation, name]));

const found = (method: Method, path: string) => {
  const result = match(method, path);
  return result && [nameOf.get(result.operation), { ...result.params }];
};

describe("matching a raw path", () => {
  it("keeps escaped slashes and dots inside their segment", () => {
    expect(found("GET", "/projects/a%2Fb%2Ec/repository/files/src%2Fmain%2Ets/raw")).toEqual([
      "getRawFile",
      { id: "a/b.c", file_path: "src/main.ts" },
    ]);
    expect(found("GET", "/projects/1/repository/branches/feature%2Fx%2Ejson")).toEqual([
      "getBranch",
      { id: "1", branch: "feature/x.json" },
    ]);
    expect(found("GET", "/projects/1/repository/branches/feature/x")).toBeUndefined();
  });

  it("treats an extension as part of the name", () => {
    expect(found("GET", "/projects/1/repository/branches/release-1.2.json")).toEqual([
      "getBranch",
      { id: "1", branch: "release-1.2.json" },
    ]);
    expect(found("GET", "/projects/1/wikis/notes.txt")).toEqual([
      "getWikiPage",
      { id: "1", slug: "notes.txt" },
    ]);
    expect(found("GET", "/projects/1/repository/files/README.md")).toEqual([
      "getFile",
      { id: "1", file_path: "README.md" },
    ]);
  });

  it("reads the archive's format from its ending", () => {
    expect(found("GET", "/projects/1/repository/archive")).toEqual(["getArchive", { id: "1" }]);
    expect(found("GET", "/projects/1/repository/archive.tar.gz")).toEqual([
      "getArchive",
      { id: "1", format: "tar.gz" },
    ]);
  });

  it("prefers literal segments to parameters", () => {
    expect(found("GET", "/snippets/public")?.[0]).toBe("listPublicSnippets");
    expect(found("GET", "/snippets/7")?.[0]).toBe("getSnippet");
    expect(found("GET", "/runners/all")?.[0]).toBe("listAllRunners");
    expect(found("POST", "/projects/1/wikis/attachments")?.[0]).toBe("uploadWikiAttachment");
    expect(found("GET", "/user/status")?.[0]).toBe("getCurrentUserStatus");
    expect(found("GET", "/projects/1/jobs/artifacts/artifacts/download")?.[0]).toBe("getRefArtifacts");
  });

  it("allows raw slashes only in the ref of artifacts", () => {
    expect(found("GET", "/projects/1/jobs/artifacts/feature/x/download")).toEqual([
      "getRefArtifacts",
      { id: "1", ref_name: "feature/x" },
    ]);
    expect(found("GET", "/projects/1/jobs/artifacts/feature/x/raw/out/raw/a%20b.txt")).toEqual([
      "getRefArtifactFile",
      { id: "1", ref_name: "feature/x", artifact_path: "out/raw/a b.txt" },
    ]);
    expect(found("GET", "/projects/1/jobs/3/artifacts/out/index.html")).toEqual([
      "getJobArtifactFile",
      { id: "1", job_id: "3", artifact_path: "out/index.html" },
    ]);
  });

  it("tells operations of one path by a parameter of the query", () => {
    const named = (path: string, query: string) => {
      const result = match("GET", path, new URLSearchParams(query));
      return result && nameOf.get(result.operation);
    };
    expect(named("/search", "search=a&scope=commits")).toBe("searchCommits");
    expect(named("/groups/1/search", "scope=issues")).toBe("searchGroupIssues");
    expect(named("/projects/1/search", "scope=blobs&scope=issues")).toBe("searchProjectBlobs");
    // Refused by whichever it is.
    expect(named("/projects/1/search", "scope=planets")).toMatch(/^searchProject/);
    expect(named("/projects/1/search", "")).toMatch(/^searchProject/);
  });

  it("matches nothing where an escape is invalid, a segment is empty or the method differs", () => {
    expect(found("GET", "/projects/%E0%A4%A/repository/tree")).toBeUndefined();
    expect(found("GET", "/projects//repository/tree")).toBeUndefined();
    expect(found("GET", "/projects/1/repository/tree/")).toBeUndefined();
    expect(found("PUT", "/projects/1/repository/branches")).toBeUndefined();
  });
});
