import { expect, it } from "vitest";
import { mergeRequestDetail } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { createMergeRequest, getMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { createQueryClient } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { pageForTests } from "../../../testing/page-over-service.ts";
import { actionsOn, commitResolution, mergeThroughBranch } from "./commit-resolution.ts";
import { readConflicts } from "./read-conflicts.ts";

const page = pageForTests();

it.each([
  ["in one operation", commitResolution],
  ["through a branch, where the service has no such operation", mergeThroughBranch],
])(
  "merges the target into the source %s",
  async (_, commit) => {
    const { service, project } = page;
    const account = page.account.id;
    const id = String(project.id);
    await service.commit(project, { files: { a: "1\n2\n3\n4\n5\n6\n7\n", b: "b\n" } });
    await service.commit(project, {
      branch: "topic",
      from: "main",
      files: { a: "1\nours\n3\n4\n5\n6\n7\n", c: "1\n2\n3\n4\n5\n" },
    });
    const target = await service.commit(project, {
      files: { a: "1\ntheirs\n3\n4\n5\n6\nseven\n", b: "B\n" },
    });
    const made = await service.operate(createMergeRequest, {
      id,
      source_branch: "topic",
      target_branch: "main",
      title: "Conflicting",
    });
    const mergeRequest = mergeRequestDetail.parse(made.body);
    const conflicts = await readConflicts(account, id, mergeRequest, new AbortController().signal);
    expect(conflicts.targetSha).toBe(target);
    expect(conflicts.files.map(({ path }) => path)).toEqual(["a"]);
    const content = "1\nours and theirs\n3\n4\n5\n6\nseven\n";
    const files = conflicts.files.map((file) => ({ ...file, content }));
    const writes = createWriteFlow(createQueryClient());
    await commit({
      writes,
      account,
      project: id,
      mergeRequest,
      conflicts,
      files,
      message: "Merge main into topic",
    });
    const read = (path: string) => service.run(project, "show", `topic:${path}`);
    expect(await read("a")).toBe(content.trimEnd());
    expect([await read("b"), await read("c")]).toEqual(["B", "1\n2\n3\n4\n5"]);
    await service.run(project, "merge-base", "--is-ancestor", target, "topic");
    const after = await service.operate(getMergeRequest, { id, merge_request_iid: mergeRequest.iid });
    expect(after.body).toMatchObject({ merge_status: "can_be_merged", has_conflicts: false });
    const branches = await service.run(project, "for-each-ref", "--format=%(refname:short)", "refs/heads");
    expect(branches.split("\n").toSorted()).toEqual(["main", "topic"]);
  },
  60_000,
);

it("writes the resolved state of a file from either branch's state", () => {
  const written = {
    encoding: "utf-8",
    original: new Uint8Array(),
    sides: { mine: "utf-8", theirs: "windows-1252" },
  };
  const sent = (content: string) => ({ content, encoding: "text" });
  const file = { path: "b", mine: "b", theirs: "a", content: "x", written };
  expect(actionsOn("mine", [file])).toEqual([{ action: "update", file_path: "b", ...sent("x") }]);
  expect(actionsOn("theirs", [file])).toEqual([
    { action: "move", file_path: "b", previous_path: "a", ...sent("x") },
  ]);
  const gone = { path: "d", mine: null, theirs: "d", content: null, written };
  expect(actionsOn("mine", [gone])).toEqual([]);
  expect(actionsOn("theirs", [gone])).toEqual([{ action: "delete", file_path: "d" }]);
  expect(actionsOn("mine", [{ ...gone, content: "kept" }])).toEqual([
    { action: "create", file_path: "d", ...sent("kept") },
  ]);
  const same = { ...file, theirs: "b", content: "m", sides: { mine: "m", theirs: "m" } };
  expect(actionsOn("mine", [same])).toEqual([]);
  // The same characters in another encoding.
  expect(actionsOn("theirs", [same])).toEqual([{ action: "update", file_path: "b", ...sent("m") }]);
});
