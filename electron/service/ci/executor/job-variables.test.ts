import { expect, it } from "vitest";
import { jobVariables } from "./job-variables.ts";
import { testJobInfo } from "./testing/test-job-info.ts";

const info = { ...testJobInfo(7, "0123456789abcdef"), folder: "/job" };
const declare = (key: string, value: string, raw = false) => ({ key, value, raw, masked: false });
const own = { variables: {}, rawVariables: [], inherited: {}, declared: [], given: {} };

it("given variables replace the project's, which replace those of the file", () => {
  const known = jobVariables(info, {
    ...own,
    variables: { A: "file", B: "file", C: "file" },
    declared: [declare("B", "project"), declare("C", "project")],
    given: { C: "given" },
  });
  expect([known.A, known.B, known.C]).toEqual(["file", "project", "given"]);
});

it("variables of reports are as they are, replace those of the file, and are replaced by the project's", () => {
  const known = jobVariables(info, {
    ...own,
    variables: { A: "file", IMAGE: "lamp:$TAG" },
    inherited: { A: "$REPORTED", B: "report", TAG: "v2" },
    declared: [declare("B", "project")],
  });
  expect([known.A, known.B, known.IMAGE]).toEqual(["$REPORTED", "project", "lamp:v2"]);
});

it("expands in any order, leaves raw values and circles alone", () => {
  const known = jobVariables(info, {
    ...own,
    variables: { URL: "https://$HOST:$PORT", ASIS: "$HOST$$", SELF: "$SELF/x", ONE: "$TWO", TWO: "$ONE" },
    rawVariables: ["ASIS"],
    declared: [declare("HOST", "h-$CI_JOB_NAME"), declare("PORT", "80"), declare("RAW", "$HOST", true)],
  });
  expect(known).toMatchObject({ URL: "https://h-test:80", RAW: "$HOST", ASIS: "$HOST$$", SELF: "$SELF/x" });
  expect(known.ONE).toContain("$");
});

it("leaves values alone that contain each other many times, or through very many others", () => {
  const grown = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`G${index + 1}`, `$G${index}`.repeat(100)]),
  );
  const chained = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`C${index}`, `$C${index + 1}`]),
  );
  const known = jobVariables(info, {
    ...own,
    variables: { ...grown, G0: "x".repeat(1_000), ...chained, C20000: "end" },
  });
  expect(known.G1).toBe("x".repeat(100_000));
  expect(known.G30).toContain("$G");
  expect(Object.values(known).join("").length).toBeLessThan(20_000_000);
  expect(known.C0).toMatch(/^\$C\d+$/);
  expect(known.C20000).toBe("end");
});

it("gives no value to a variable that nobody set, whatever it is called", () => {
  const known = jobVariables(info, { ...own, variables: { A: "<$constructor$__proto__$toString>" } });
  expect(known.A).toBe("<>");
});

it("describes the merge request of a pipeline, which has no branch of its own", () => {
  const known = jobVariables(
    {
      ...info,
      ref: "topic",
      source: "merge_request_event",
      mergeRequest: {
        id: 40,
        iid: 3,
        title: "Pay $5",
        description: "",
        draft: false,
        labels: ["a", "b"],
        milestone: null,
        assignees: [],
        squash: true,
        sourceBranch: "topic",
        sourceProtected: false,
        sourceProject: { id: 1, fullPath: "team/app" },
        targetBranch: "main",
        targetProtected: true,
        diffBaseSha: "feed",
        diffId: 9,
      },
    },
    own,
  );
  expect(known).toMatchObject({
    CI_COMMIT_REF_NAME: "topic",
    CI_MERGE_REQUEST_IID: "3",
    CI_MERGE_REQUEST_TITLE: "Pay $5",
    CI_MERGE_REQUEST_LABELS: "a,b",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: "true",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: "feed",
  });
  expect(known).not.toHaveProperty("CI_COMMIT_BRANCH");
  expect(known).not.toHaveProperty("CI_MERGE_REQUEST_MILESTONE");
});

it("describes the commit, the project, the server and who started it", () => {
  const known = jobVariables(
    { ...info, tag: true, ref: "v1", commit: { ...info.commit, tagMessage: "First" } as typeof info.commit },
    own,
  );
  expect(known).toMatchObject({
    CI_COMMIT_TITLE: "Draft: try it",
    CI_COMMIT_DESCRIPTION: "With a reason.\n",
    CI_COMMIT_AUTHOR: "Ada <ada@example.test>",
    CI_COMMIT_TIMESTAMP: "2026-01-01T09:00:00+01:00",
    CI_COMMIT_BEFORE_SHA: "0".repeat(40),
    CI_COMMIT_TAG: "v1",
    CI_COMMIT_TAG_MESSAGE: "First",
    CI_COMMIT_REF_PROTECTED: "true",
    CI_PROJECT_TITLE: "App",
    CI_PROJECT_PATH_SLUG: "team-app",
    CI_PROJECT_ROOT_NAMESPACE: "team",
    CI_PROJECT_NAMESPACE_ID: "4",
    CI_SERVER_HOST: "service.test",
    CI_SERVER_PORT: "80",
    CI_SERVER_PROTOCOL: "http",
    CI_SERVER_VERSION_MAJOR: "11",
    CI_PIPELINE_CREATED_AT: "2026-01-01T10:00:00Z",
    CI_JOB_TIMEOUT: "3600",
    GITLAB_USER_LOGIN: "ada",
  });
});

it("shortens a message of more than 100 KB between two characters", () => {
  const message = "é".repeat(60_000);
  const known = jobVariables({ ...info, commit: { ...info.commit, message } as typeof info.commit }, own);
  expect(known.CI_COMMIT_MESSAGE).toBe("é".repeat(50_000));
  expect(known.CI_COMMIT_MESSAGE_IS_TRUNCATED).toBe("true");
});
