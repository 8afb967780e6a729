import { expect, it } from "vitest";
import { mergeRequestVersionDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import { fingerprintVersion } from "./queue-service.ts";

const version = (commits: object[], diffs: object[]) =>
  mergeRequestVersionDetail.parse({
    id: 1,
    head_commit_sha: "a",
    created_at: "2026-01-01T00:00:00Z",
    merge_request_id: 1,
    state: "collected",
    commits,
    diffs,
  });
const commit = {
  id: "a1",
  message: "Add it",
  author_name: "Ada",
  authored_date: "2026-01-01T10:00:00+01:00",
};
const file = { old_path: "a", new_path: "a", diff: "@@ -1,2 +1,2 @@\n x\n-old\n+new\n" };

it("knows a rebase by its commits and changed lines, whatever their hashes, zones and surroundings are", () => {
  const before = fingerprintVersion(version([commit], [file]));
  const rebased = fingerprintVersion(
    version(
      [{ ...commit, id: "b2", authored_date: "2026-01-01T09:00:00Z" }],
      [{ ...file, diff: "@@ -7,2 +8,2 @@\n y\n-old\n+new\n" }],
    ),
  );
  expect(rebased).toBe(before);
});

const binary = { ...file, old_path: "b", new_path: "b", diff: "Binary files differ\n" };
const moved = { ...commit, id: "b2" };

it.each([
  ["another commit", [commit, { ...commit, id: "c3", message: "More" }], [file]],
  ["another message", [{ ...commit, message: "Add that" }], [file]],
  ["another line", [commit], [{ ...file, diff: "@@ -1,2 +1,2 @@\n x\n-old\n+newer\n" }]],
  ["another file", [commit], [file, { ...file, old_path: "b", new_path: "b" }]],
])("differs with %s", (_, commits, diffs) => {
  expect(fingerprintVersion(version(commits, diffs))).not.toBe(fingerprintVersion(version([commit], [file])));
});

it("takes no rebased bytes for the same, as their content is not known", () => {
  const [before, after] = [commit, moved].map((each) => fingerprintVersion(version([each], [binary])));
  expect(after).not.toBe(before);
});
