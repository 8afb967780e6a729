import { createWriteStream, writeFileSync } from "node:fs";
import { pipeline as pipe } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { ZipFile } from "yazl";
import { encodeCall } from "../../../../shared/api/contract/encode.ts";
import type { AnyOperation, InputOf, Role } from "../../../../shared/api/contract/operation.ts";
import { createMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { createWikiPage } from "../../../../shared/api/resources/wikis.ts";
import { archivePath, fileSize, jobTracePath, makeJobFolder, reportPath } from "../../ci/job-files.ts";
import { addJob, addPipeline } from "../../routes/testing/ci-records.ts";
import { testService } from "../../routes/testing/test-service.ts";
import { putArtifact } from "../../store/ci/jobs.ts";
import { type Group, insertGroup } from "../../store/groups/groups.ts";
import { setMember } from "../../store/groups/members.ts";
import type { Project } from "../../store/projects/projects.ts";
import { insertRelease } from "../../store/projects/releases.ts";
import { insertIssue } from "../../store/review/issues.ts";
import { insertSnippet } from "../../store/review/snippets.ts";
import { issueToken } from "../../store/users/tokens.ts";
import { insertUser } from "../../store/users/users.ts";

/** Callers, in the order of the table's columns. Blocked is a maintainer, external a member of nothing. */
export const roleCallers = [
  "anonymous",
  "guest",
  "reporter",
  "developer",
  "maintainer",
  "owner",
  "administrator",
  "external",
  "blocked",
] as const;
export type RoleCaller = (typeof roleCallers)[number];

/** A group and project of one visibility, with one of everything that operations need. */
export interface RoleScene {
  readonly visibility: Visibility;
  readonly group: Group;
  readonly project: Project;
  /** A project beside it, of the same members. */
  readonly sibling: Project;
  readonly authorId: number;
  readonly sha: string;
  readonly pipeline: number;
  readonly job: number;
  readonly snippet: number;
  readonly personalSnippet: number;
  readonly issue: number;
  /** Returns a name that was not used before. */
  unused(): string;
}

/** The service in a folder below `root`, its users, and calls as each of them. */
export function roleService(root?: string) {
  const service = testService(root);
  const ids = new Map<RoleCaller, number>();
  const tokens = new Map<RoleCaller, string>();
  for (const username of roleCallers.slice(1)) {
    const isAdmin = username === "administrator";
    const name = `role-${username}`;
    const { id } = insertUser(service.store, {
      username: name,
      name,
      email: `${name}@example.test`,
      isAdmin,
    });
    ids.set(username, id);
    tokens.set(username, issueToken(service.store, id, { name: "roles", scopes: ["api"] }));
  }
  service.store.run("UPDATE users SET state = 'blocked' WHERE id = ?", ids.get("blocked") ?? 0);
  // As real services have it, external users create no groups.
  service.store.run(
    "UPDATE users SET external = 1, can_create_group = 0 WHERE id = ?",
    ids.get("external") ?? 0,
  );
  const author = { username: "role-author", name: "Author", email: "role-author@example.test" };
  return { ...service, ids, tokens, authorId: insertUser(service.store, author).id };
}
export type RoleService = ReturnType<typeof roleService>;

/** Calls an operation and returns its status. */
export async function statusOf<O extends AnyOperation>(
  { service, tokens }: Pick<RoleService, "service" | "tokens">,
  caller: RoleCaller,
  operation: O,
  input: InputOf<O>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { method, path, body, contentType } = encodeCall(operation, input);
  const token = tokens.get(caller);
  const response = await service(
    new Request(`http://service.test/api/v4${path}`, {
      method,
      headers: {
        ...(token ? { "private-token": token } : {}),
        ...(contentType ? { "content-type": contentType } : {}),
      },
      body: body ?? null,
    }),
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null };
}

const members: readonly (readonly [RoleCaller, Role])[] = [
  ["guest", "guest"],
  ["reporter", "reporter"],
  ["developer", "developer"],
  ["maintainer", "maintainer"],
  ["owner", "owner"],
  ["blocked", "maintainer"],
];

/** Makes a group, its projects and what is in them; of another group the callers are no members. */
export async function makeRoleScene(
  made: RoleService,
  visibility: Visibility,
  name = `roles-${visibility}`,
): Promise<RoleScene> {
  const { store, ids, authorId } = made;
  const group = insertGroup(store, { name, path: name, visibility });
  for (const [caller, role] of name.startsWith("roles-") ? members : []) {
    setMember(store, { kind: "group", id: group.id, userId: ids.get(caller) ?? 0, role });
  }
  const [path, creatorId] = [`${visibility}-project`, authorId];
  const empty = await made.project({ path, groupId: group.id, creatorId, visibility });
  const sibling = await made.project({ path: `${path}-2`, groupId: group.id, creatorId, visibility });
  const files = {
    "a.txt": "1\n2\n",
    ".gitmodules": '[submodule "lib"]\n\tpath = lib\n\turl = https://example.test/lib.git\n',
    lib: { mode: "160000", content: "1".repeat(40) },
  };
  const sha = await made.commit(empty, { files });
  await made.commit(empty, { branch: "topic", from: sha, files: { "b.txt": "b\n" } });
  await made.commit(empty, { branch: "picked", from: sha, files: { "picked.txt": "p\n" } });
  const project = made.fresh(empty);
  await made.run(project, "tag", "v1", sha);
  insertRelease(store, project.id, { tagName: "v1", name: "One", description: "Notes", authorId, links: [] });
  const as = (operation: AnyOperation, input: object) =>
    statusOf(made, "administrator", operation, { id: project.id, ...input } as never);
  await as(createMergeRequest, { source_branch: "topic", target_branch: "main", title: "Topic" });
  await as(createWikiPage, { title: "home", content: "Home" });
  const issue = 1;
  insertIssue(store, { projectId: project.id, iid: issue, title: "An issue", authorId });
  const file = { title: "S", authorId, visibility, files: [{ path: "s.txt", content: "s" }] };
  const pipeline = addPipeline(store, project, sha);
  const job = addJob(store, project, pipeline, { name: "build" });
  await keepOutput(made, job);
  let names = 0;
  return {
    visibility,
    group,
    project,
    sibling,
    authorId,
    sha,
    pipeline,
    job,
    snippet: insertSnippet(store, { ...file, projectId: project.id }),
    personalSnippet: insertSnippet(store, { ...file, projectId: null }),
    issue,
    unused: () => `${name}-${++names}`,
  };
}

/** Stores a trace and an archive of one file for a job. */
async function keepOutput({ store }: RoleService, job: number): Promise<void> {
  makeJobFolder(store, job);
  writeFileSync(jobTracePath(store, job), "done\n");
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("one"), "a.txt");
  zip.end();
  const path = archivePath(store, job);
  await pipe(zip.outputStream, createWriteStream(path));
  const size = fileSize(path) ?? 0;
  writeFileSync(reportPath(store, job, "cobertura"), gzipSync("<coverage/>"));
  putArtifact(store, job, { fileType: "cobertura", fileFormat: "gzip", filename: "c.gz", size: 1 });
  putArtifact(store, job, { fileType: "archive", fileFormat: "zip", filename: "artifacts.zip", size });
}
