import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deletionsOf } from "../../domain/lifecycle/delete-groups.ts";
import { importsOf } from "../../domain/lifecycle/import-repository.ts";
import { followBranches } from "../../domain/merge-request-versions/follow-branches.ts";
import { rebasesOf } from "../../domain/merge-requests/rebase-merge-request.ts";
import { watchOf } from "../../domain/originals/watch-originals.ts";
import { createProject } from "../../domain/projects/write-project.ts";
import {
  gitIn,
  gitTextIn,
  makeHistory,
  proveWhole,
  type TestCommit,
} from "../../git/testing/test-repository.ts";
import { createService } from "../../service.ts";
import type { Composition } from "../../service-store.ts";
import { insertGroup } from "../../store/groups/groups.ts";
import { setMember } from "../../store/groups/members.ts";
import { findProject, type NewProject, type Project, touchProject } from "../../store/projects/projects.ts";
import { issueToken } from "../../store/users/tokens.ts";
import { insertUser } from "../../store/users/users.ts";
import { openTestStore } from "../../testing/open-test-store.ts";

const roles = ["guest", "reporter", "developer", "maintainer", "owner"] as const;
/** Callers: a member of the group by role, somebody without any, an administrator, or nobody. */
export type TestCaller = (typeof roles)[number] | "stranger" | "administrator" | "nobody";

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body's JSON, or its text where it is not JSON. */
  readonly body: unknown;
}

export interface TestCall {
  readonly as?: TestCaller;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service that {@link testService} made. */
export type TestService = ReturnType<typeof testService>;

/** Creates the service without a socket in a folder of its own below `root`. */
export function testService(root: string = tmpdir(), options?: Composition) {
  const folder = mkdtempSync(join(root, "helve-service-"));
  const store = openTestStore(folder, options);
  const errors: unknown[] = [];
  const service = createService(store, {
    baseUrl: () => "http://service.test",
    onError: (error) => errors.push(error),
  });
  const group = insertGroup(store, { name: "Team", path: "team" });
  const tokens = new Map<TestCaller, string>();
  for (const role of [...roles, "stranger", "administrator"] as const) {
    const user = insertUser(store, {
      username: role,
      name: `The ${role}`,
      email: `${role}@example.test`,
      isAdmin: role === "administrator",
    });
    if (role !== "stranger" && role !== "administrator")
      setMember(store, { kind: "group", id: group.id, userId: user.id, role });
    tokens.set(role, issueToken(store, user.id, { name: "test", scopes: ["api"] }));
  }
  const projects: Project[] = [];
  /** Makes commits with git and updates the merge requests of their branches, as one push does. */
  async function history(project: Project, commits: readonly TestCommit[]): Promise<string[]> {
    const ids = await makeHistory(project.repositoryPath, commits);
    const branches = [...new Set(commits.map(({ branch = "main" }) => branch))];
    for (const branch of branches) touchProject(store, project, branch);
    await followBranches(store, project, null, branches);
    return ids;
  }
  return {
    store,
    service,
    tokens,
    /** Errors of the service itself; there should be none. */
    errors,
    async project(more: Partial<NewProject> = {}): Promise<Project> {
      const path = more.path ?? `project-${projects.length + 1}`;
      const project = await createProject(store, {
        name: path,
        path,
        groupId: group.id,
        creatorId: 1,
        ...more,
      });
      projects.push(project);
      return project;
    },
    /** Makes a commit with git and updates the merge requests of its branch, as a push does. */
    async commit(project: Project, commit: TestCommit): Promise<string> {
      const [id = ""] = await history(project, [commit]);
      return id;
    },
    history,
    /** Sets a branch to a commit with git and updates its merge requests, as a forced push does. */
    async setBranch(project: Project, branch: string, commit: string): Promise<void> {
      await gitIn(project.repositoryPath, ["update-ref", `refs/heads/${branch}`, commit]);
      await followBranches(store, project, null, [branch]);
    },
    run: (project: Project, ...args: string[]) =>
      gitTextIn(project.repositoryPath, args).then((text) => text.replace(/\n$/, "")),
    fresh: (project: Project) => findProject(store, project.id) ?? project,
    async call(
      method: string,
      path: string,
      { as = "developer", body, headers = {} }: TestCall = {},
    ): Promise<TestResponse> {
      const token = tokens.get(as);
      const response = await service(
        new Request(`http://service.test/api/v4${path}`, {
          method,
          headers: {
            ...(token ? { "private-token": token } : {}),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          body: body === undefined ? null : JSON.stringify(body),
        }),
      );
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes, body: parse(bytes) };
    },
    /** Throws where a repository was damaged, and removes everything. */
    async remove(): Promise<void> {
      try {
        await rebasesOf(store).settle();
        await importsOf(store).close();
        // Without those that a test deleted.
        const kept = projects.filter(({ id }) => findProject(store, id) !== null);
        for (const { repositoryPath } of kept) store.git.forget(repositoryPath);
        for (const { repositoryPath } of kept) await proveWhole(repositoryPath);
      } finally {
        await watchOf(store).close();
        await deletionsOf(store).close();
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return bytes.toString();
  }
}
