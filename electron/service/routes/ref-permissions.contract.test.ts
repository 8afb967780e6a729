import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBranch, deleteBranch, deleteMergedBranches } from "../../../shared/api/resources/branches.ts";
import { cherryPickCommit, createCommit, revertCommit } from "../../../shared/api/resources/commits.ts";
import { createFile, deleteFile, updateFile } from "../../../shared/api/resources/files.ts";
import { acceptMergeRequest, createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createRelease } from "../../../shared/api/resources/releases.ts";
import { updateSubmodule } from "../../../shared/api/resources/submodules.ts";
import { createTag, deleteTag } from "../../../shared/api/resources/tags.ts";
import { gitIn } from "../git/testing/test-repository.ts";
import { findProject, type Project, touchProject } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { insertProtectedTag } from "../store/projects/protected-tags.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";
import { pushRaw } from "./testing/push-raw.ts";

const roles = ["reporter", "developer", "maintainer", "owner"] as const;
type Role = (typeof roles)[number];
const rank: Record<Role, number> = { reporter: 20, developer: 30, maintainer: 40, owner: 50 };

/** Protections of the branch `topic`, as [push level, merge level, whether it may be force-pushed]; null for none. */
const protections = {
  none: null,
  "developers force-push": [30, 30, true],
  "maintainers force-push": [40, 30, true],
  "tags of maintainers": null,
  "tags of developers": null,
  "tags of no one": null,
  "developers push": [30, 30],
  "maintainers push": [40, 40],
  "developers merge": [40, 30],
  "no one merges": [30, 0],
  "no one pushes": [0, 40],
  "no one at all": [0, 0],
  archived: null,
} as const;
type Protection = keyof typeof protections;
/** Levels that create any tag, where tags are protected. */
const tagLevels: Partial<Record<Protection, number>> = {
  "tags of maintainers": 40,
  "tags of developers": 30,
  "tags of no one": 0,
};

/** Permission that a change of a ref requires. */
type Need = "push" | "merge" | "rewrite" | "delete" | "create tag" | "delete tag" | "move tag";

let service: ContractService;
/** A project, who calls, and hashes: a commit of `topic`, its tip, and a commit of `side` above that. */
interface Setting {
  readonly project: Project;
  readonly first: string;
  readonly second: string;
  readonly side: string;
  readonly as: Role;
}

beforeAll(async () => {
  service = await contractService();
});
afterAll(() => service.remove(), 60_000);

/** Reads a ref as git does, without a process of it: empty where there is none. */
async function tip({ repositoryPath }: Project, ref: string): Promise<string> {
  const loose = await readFile(join(repositoryPath, ref), "utf8").catch(() => "");
  return loose.trim() || (packedRefs(repositoryPath).get(ref) ?? "");
}

function packedRefs(folder: string): Map<string, string> {
  const path = join(folder, "packed-refs");
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return new Map(
    lines.filter((line) => /^[0-9a-f]{40} /.test(line)).map((line) => [line.slice(41), line.slice(0, 40)]),
  );
}

/** Branches and tags with their hashes, read as by {@link tip}. */
async function listTips(project: Project): Promise<Map<string, string>> {
  const { repositoryPath } = project;
  const loose = ["refs/heads", "refs/tags"].flatMap((kind) =>
    readdirSync(join(repositoryPath, kind), { recursive: true, withFileTypes: true })
      // The service may be packing refs.
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
      .map(({ parentPath, name }) => relative(repositoryPath, join(parentPath, name)).replaceAll("\\", "/")),
  );
  const names = [...new Set([...loose, ...packedRefs(repositoryPath).keys()])];
  return new Map(await Promise.all(names.map(async (name) => [name, await tip(project, name)] as const)));
}
const zero = "0".repeat(40);
const push = ({ project, as }: Setting, before: string, after: string, ref: string) =>
  pushRaw(service, project, as, `${before} ${after} ${ref}`);

interface RefWrite {
  readonly need: Need;
  readonly ref: string;
  /** Whether a merge request is made on the way. */
  readonly proposes?: boolean;
  readonly write: (setting: Setting) => Promise<unknown>;
}

/** Every way to change a ref, with the ref and the permission that it needs. */
const refWrites: Record<string, RefWrite> = {
  "create a file": {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as }) =>
      service.operate(
        createFile,
        { id: project.id, file_path: "new", branch: "topic", content: "x", commit_message: "m" },
        { as },
      ),
  },
  "update a file": {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as }) =>
      service.operate(
        updateFile,
        { id: project.id, file_path: "a", branch: "topic", content: "x", commit_message: "m" },
        { as },
      ),
  },
  "delete a file": {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as }) =>
      service.operate(
        deleteFile,
        { id: project.id, file_path: "a", branch: "topic", commit_message: "m" },
        { as },
      ),
  },
  // The same operation carries out suggestions of a review.
  commit: {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as }) => commitTo(project, as, { branch: "topic" }),
  },
  "commit to a new branch": {
    need: "push",
    ref: "refs/heads/topic-new",
    write: ({ project, as }) => commitTo(project, as, { branch: "topic-new", start_branch: "topic" }),
  },
  "commit over what was there": {
    need: "rewrite",
    ref: "refs/heads/topic",
    write: ({ project, as, first }) =>
      commitTo(project, as, { branch: "topic", start_sha: first, force: true }),
  },
  "create a branch": {
    need: "push",
    ref: "refs/heads/topic-new",
    write: ({ project, as, first }) =>
      service.operate(createBranch, { id: project.id, branch: "topic-new", ref: first }, { as }),
  },
  "delete a branch": {
    need: "delete",
    ref: "refs/heads/topic",
    write: ({ project, as }) => service.operate(deleteBranch, { id: project.id, branch: "topic" }, { as }),
  },
  "delete merged branches": {
    need: "delete",
    ref: "refs/heads/topic-merged",
    write: ({ project, as }) => service.operate(deleteMergedBranches, { id: project.id }, { as }),
  },
  "cherry-pick": {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as, side }) =>
      service.operate(cherryPickCommit, { id: project.id, sha: side, branch: "topic" }, { as }),
  },
  revert: {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as, second }) =>
      service.operate(revertCommit, { id: project.id, sha: second, branch: "topic" }, { as }),
  },
  "update a submodule": {
    need: "push",
    ref: "refs/heads/topic",
    write: ({ project, as, first }) =>
      service.operate(
        updateSubmodule,
        { id: project.id, submodule: "module", branch: "topic", commit_sha: first },
        { as },
      ),
  },
  merge: {
    need: "merge",
    ref: "refs/heads/topic",
    proposes: true,
    write: async ({ project, as }) => {
      const iid = await propose(project, "side", "topic");
      return service.operate(acceptMergeRequest, { id: project.id, merge_request_iid: iid }, { as });
    },
  },
  "remove the source branch of a merge": {
    need: "delete",
    ref: "refs/heads/topic",
    proposes: true,
    write: async ({ project, as }) => {
      const iid = await propose(project, "topic", "side");
      const input = { id: project.id, merge_request_iid: iid, should_remove_source_branch: true };
      return service.operate(acceptMergeRequest, input, { as });
    },
  },
  "push a commit": {
    need: "push",
    ref: "refs/heads/topic",
    write: (setting) => push(setting, setting.second, setting.side, "refs/heads/topic"),
  },
  "push a new branch": {
    need: "push",
    ref: "refs/heads/topic-new",
    write: (setting) => push(setting, zero, setting.side, "refs/heads/topic-new"),
  },
  "push over what was there": {
    need: "rewrite",
    ref: "refs/heads/topic",
    write: (setting) => push(setting, setting.second, setting.first, "refs/heads/topic"),
  },
  "push a deletion": {
    need: "delete",
    ref: "refs/heads/topic",
    write: (setting) => push(setting, setting.second, zero, "refs/heads/topic"),
  },
  "push a deletion that names no hash": {
    need: "delete",
    ref: "refs/heads/topic",
    write: (setting) => push(setting, zero, zero, "refs/heads/topic"),
  },
  "create a tag": {
    need: "create tag",
    ref: "refs/tags/new",
    write: ({ project, as }) =>
      service.operate(createTag, { id: project.id, tag_name: "new", ref: "topic" }, { as }),
  },
  "delete a tag": {
    need: "delete tag",
    ref: "refs/tags/v1",
    write: ({ project, as }) => service.operate(deleteTag, { id: project.id, tag_name: "v1" }, { as }),
  },
  "create a release with its tag": {
    need: "create tag",
    ref: "refs/tags/new",
    write: ({ project, as }) =>
      service.operate(
        createRelease,
        { id: project.id, tag_name: "new", name: "New", description: "d", ref: "topic" },
        { as },
      ),
  },
  "push a tag": {
    need: "create tag",
    ref: "refs/tags/new",
    write: (setting) => push(setting, zero, setting.first, "refs/tags/new"),
  },
  "push the deletion of a tag": {
    need: "delete tag",
    ref: "refs/tags/v1",
    write: (setting) => push(setting, setting.first, zero, "refs/tags/v1"),
  },
  "push a tag elsewhere": {
    need: "move tag",
    ref: "refs/tags/v1",
    write: (setting) => push(setting, setting.first, setting.second, "refs/tags/v1"),
  },
};

function commitTo(project: Project, as: Role, where: object) {
  const actions = [{ action: "create" as const, file_path: "other", content: "x" }];
  return service.operate(
    createCommit,
    { id: project.id, commit_message: "m", actions, branch: "topic", ...where },
    { as },
  );
}

async function propose(project: Project, source: string, target: string): Promise<number> {
  const input = { id: project.id, source_branch: source, target_branch: target, title: "T" };
  // An archived project takes none: it was proposed before.
  const { archived } = findProject(service.store, project.id) ?? project;
  setArchived(project, false);
  const { body } = await service.operate(createMergeRequest, input, { as: "owner" });
  setArchived(project, archived);
  return (body as { iid: number }).iid;
}

/** The documented rule, written independently of the code that implements it. */
function expected(need: Need, role: Role, protection: Protection): boolean {
  if (protection === "archived" || rank[role] < rank.developer) return false;
  const tagLevel = tagLevels[protection];
  const mayCreate = tagLevel === undefined || (tagLevel !== 0 && rank[role] >= tagLevel);
  if (need === "create tag") return mayCreate;
  if (need === "delete tag") return tagLevel === undefined || (mayCreate && rank[role] >= rank.maintainer);
  if (need === "move tag") return tagLevel === undefined && rank[role] >= rank.maintainer;
  const levels = protections[protection];
  if (levels === null) return true;
  const [pushLevel, mergeLevel, forcePush = false]: readonly [number, number, boolean?] = levels;
  if (need === "delete" || (need === "rewrite" && !forcePush)) return false;
  const level = need === "merge" ? mergeLevel : pushLevel;
  return level !== 0 && rank[role] >= level;
}

/** The refs as every case finds them: hashes by names. */
let refs: ReadonlyMap<string, string>;

let template: { project: Project; first: string; second: string; side: string };
beforeAll(async () => {
  const project = await service.project({ visibility: "public" });
  await service.commit(project, { files: { base: "0" } });
  const base = await tip(project, "refs/heads/main");
  const first = await service.commit(project, { branch: "topic", files: { a: "1" } });
  const tree = await service.run(project, "rev-parse", `${first}^{tree}`);
  const listing = `${await service.run(project, "ls-tree", tree)}\n160000 commit ${base}\tmodule\n`;
  const made = await gitIn(project.repositoryPath, ["mktree", "--missing"], { input: listing });
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "A"],
      [`GIT_${who}_EMAIL`, "a@example.test"],
    ]),
  );
  const withModule = await gitIn(
    project.repositoryPath,
    ["commit-tree", made.stdout.toString().trim(), "-p", first, "-m", "Add a module"],
    { env },
  );
  const second = withModule.stdout.toString().trim();
  await service.run(project, "update-ref", "refs/heads/topic", second);
  await service.run(project, "update-ref", "refs/heads/side", second);
  const side = await service.commit(project, { branch: "side", files: { b: "2" } });
  await service.run(project, "update-ref", "refs/tags/v1", first);
  await service.run(project, "update-ref", "refs/heads/topic-merged", base);
  await service.commit(project, { files: { base: "1" } });
  template = { project, first, second, side };
  refs = await listTips(project);
}, 60_000);

async function newProject(forkedFromId?: number): Promise<Project> {
  const project = await service.project({ visibility: "public", forkedFromId });
  await gitIn(project.repositoryPath, ["fetch", "--quiet", template.project.repositoryPath, "refs/*:refs/*"]);
  touchProject(service.store, project, "main");
  return service.fresh(project);
}

const projects = new Map<Protection, Project>();
/** Projects whose refs are no longer those of the template, or that have a merge request. */
const changed = new Set<number>();

/** The project with a protection, with its refs as they are in the template and without merge requests. */
async function resetProject(protection: Protection): Promise<Project> {
  const project = projects.get(protection) ?? (await newProject());
  const levels = protections[protection];
  if (levels && !projects.has(protection)) {
    const [pushAccessLevel, mergeAccessLevel, allowForcePush]: readonly [number, number, boolean?] = levels;
    const rule = { name: "topic*", pushAccessLevel, mergeAccessLevel };
    insertProtectedBranch(service.store, project.id, { ...rule, allowForcePush: allowForcePush ?? false });
  }
  const createAccessLevel = tagLevels[protection];
  if (createAccessLevel !== undefined && !projects.has(protection))
    insertProtectedTag(service.store, project.id, { name: "*", createAccessLevel });
  projects.set(protection, project);
  setArchived(project, false);
  if (!changed.delete(project.id)) return project;
  for (const table of ["merge_requests", "releases"])
    service.store.run(`DELETE FROM ${table} WHERE project_id = ?`, project.id);
  const present = await listTips(project);
  const input = [
    ...[...present.keys()].filter((name) => !refs.has(name)).map((name) => `delete ${name}\n`),
    ...[...refs]
      .filter(([name, id]) => present.get(name) !== id)
      .map(([name, id]) => `update ${name} ${id}\n`),
  ].join("");
  if (input !== "") await gitIn(project.repositoryPath, ["update-ref", "--stdin"], { input });
  return project;
}

const setArchived = ({ id }: Project, archived: boolean) =>
  service.store.run("UPDATE projects SET archived = ? WHERE id = ?", archived ? 1 : 0, id);

it.each(Object.keys(refWrites))(
  "%s: by role and protection",
  async (name) => {
    const refWrite = refWrites[name];
    if (!refWrite) throw new Error(name);
    const found: Record<string, boolean> = {};
    const right: Record<string, boolean> = {};
    const before = refs.get(refWrite.ref) ?? "";
    for (const protection of Object.keys(protections) as Protection[]) {
      for (const role of roles) {
        const setting = { ...template, project: await resetProject(protection), as: role };
        if (protection === "archived") setArchived(setting.project, true);
        await refWrite.write(setting);
        const moved = (await tip(setting.project, refWrite.ref)) !== before;
        if (moved || refWrite.proposes) changed.add(setting.project.id);
        found[`${role}, ${protection}`] = moved;
        right[`${role}, ${protection}`] = expected(refWrite.need, role, protection);
      }
    }
    expect(found).toEqual(right);
  },
  120_000,
);

it("a fork's source branch is removed by its members only", async () => {
  const target = await newProject();
  const fork = await newProject(target.id);
  service.store.run("UPDATE projects SET group_id = NULL, user_id = 1 WHERE id = ?", fork.id);
  const accept = async (as: Role) => {
    const input = { id: fork.id, source_branch: "side", target_branch: "topic", title: "T" };
    const made = await service.operate(
      createMergeRequest,
      { ...input, target_project_id: target.id },
      { as: "guest" },
    );
    const { iid } = made.body as { iid: number };
    const accepted = await service.operate(
      acceptMergeRequest,
      { id: target.id, merge_request_iid: iid, should_remove_source_branch: true },
      { as },
    );
    expect(accepted).toMatchObject({ status: 200, body: { state: "merged" } });
    return tip(fork, "refs/heads/side");
  };
  expect(await accept("maintainer")).not.toBe("");
});

it("a branch that was just created, or is in review, outlives the deletion of merged ones", async () => {
  const project = await newProject();
  const main = await tip(project, "refs/heads/main");
  await service.run(project, "update-ref", "refs/heads/just-created", main);
  await service.run(project, "update-ref", "refs/heads/reviewed", "main~1");
  await service.run(project, "update-ref", "refs/heads/done", "main~1");
  await propose(project, "side", "reviewed");
  await service.operate(deleteMergedBranches, { id: project.id }, { as: "owner" });
  const names = await service.run(project, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads");
  expect(names.split("\n")).toEqual(["just-created", "main", "reviewed", "side", "topic"]);
});
