import { beforeEach, expect } from "vitest";
import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import {
  createMergeRequest,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestNotes } from "../../../../shared/api/resources/notes.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { ContractService } from "./contract-service.ts";

/** Fields of a response. */
export type Body = Record<string, unknown>;

/** Makes, before each test, a project whose branch `topic` changes line 2 of `a`; merge requests of it are opened. */
export function branchWithChange(service: ContractService) {
  let project: Project;
  beforeEach(async () => {
    project = await service.project();
    await service.commit(project, { files: { a: "1\n2\n3\n", b: "b\n" } });
    await service.commit(project, {
      branch: "topic",
      from: "main",
      files: { a: "1\ntwo\n3\n" },
      message: "Two",
    });
  });
  const of = (iid = 1) => ({ id: project.id, merge_request_iid: iid });
  return {
    get project() {
      return project;
    },
    /** The path parameters of a merge request. */
    of,
    async open(more: Partial<InputOf<typeof createMergeRequest>> = {}): Promise<Body> {
      const made = await service.operate(createMergeRequest, {
        id: project.id,
        source_branch: "topic",
        target_branch: "main",
        title: "Two",
        ...more,
      });
      expect(made.status).toBe(201);
      return made.body as Body;
    },
    git: (...args: string[]) => service.run(project, ...args),
    sha: (rev: string) => service.run(project, "rev-parse", rev),
    /** The versions of a merge request, newest first. */
    versions: async (iid = 1) =>
      (await service.operate(listMergeRequestVersions, of(iid))).body as {
        id: number;
        head_commit_sha: string;
        base_commit_sha: string;
        start_commit_sha: string;
      }[],
    /** Texts of the system notes of a merge request, oldest first. */
    events: async (iid = 1) =>
      ((await service.operate(listMergeRequestNotes, { ...of(iid), sort: "asc" })).body as Body[])
        .filter(({ system }) => system)
        .map(({ body }) => String(body)),
  };
}
