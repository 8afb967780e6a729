import { mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join } from "node:path";
import { refuse } from "./failure.ts";
import { listRefs, noObject } from "./git/refs.ts";
import { openRepository } from "./git/repository.ts";
import { git, gitText } from "./git/run.ts";
import { insertProject, type Project } from "./store/projects.ts";
import type { Store } from "./store/store.ts";
import type { User } from "./store/users.ts";

/**
 * Adds a git repository of this machine's disk as a project of its user. Its objects are shared, not copied; its
 * branches and tags are copied once. A commit made here is afterwards carried to the original, branch by branch
 * and only from where that branch was ({@link mirrorRefs}).
 */
export async function openLocal(store: Store, user: User, path: string, name?: string): Promise<Project> {
  if (!isAbsolute(path)) throw refuse(400, { path: ["is not an absolute path"] });
  const folder = await gitFolderOf(path);
  const title = name ?? basename(path).replace(/\.git$/, "");
  const slug = freeSlug(store, user, title);
  const head = (
    await gitText(folder, ["symbolic-ref", "--short", "-q", "HEAD"], { expect: [0, 1, 128] })
  ).trim();
  const branches = await gitText(folder, ["for-each-ref", "--format=%(refname:short)", "refs/heads/"]);
  const names = branches.split("\n").filter(Boolean);
  const project = await insertProject(store, {
    name: title,
    path: slug,
    userId: user.id,
    creatorId: user.id,
    visibility: "private",
    description: `Opened from ${path}`,
    defaultBranch: names.includes(head) ? head : names[0],
    origin: folder,
  });
  await mkdir(join(project.repositoryPath, "objects", "info"), { recursive: true });
  const objects = (await gitText(folder, ["rev-parse", "--git-path", "objects"])).trim();
  const shared = isAbsolute(objects) ? objects : join(folder, "objects");
  await writeFile(join(project.repositoryPath, "objects", "info", "alternates"), `${shared}\n`);
  const refs = await gitText(folder, [
    "for-each-ref",
    "--format=%(objectname) %(refname)",
    "refs/heads/",
    "refs/tags/",
  ]);
  const commands = refs
    .split("\n")
    .filter(Boolean)
    .map((line) => `create ${line.slice(line.indexOf(" ") + 1)} ${line.slice(0, line.indexOf(" "))}`);
  await git(project.repositoryPath, ["update-ref", "--stdin"], {
    input: commands.map((line) => `${line}\n`).join(""),
  });
  if (project.defaultBranch) {
    await git(project.repositoryPath, ["symbolic-ref", "HEAD", `refs/heads/${project.defaultBranch}`]);
  }
  return project;
}

/**
 * Carries the branches and tags that differ to the repository that a project was opened from. A branch that moved
 * there meanwhile, or that is checked out there, is left alone: git refuses, and the project keeps its own state.
 */
export async function mirrorRefs(project: Project): Promise<void> {
  if (project.origin === null) return;
  const mine = openRepository(project.repositoryPath);
  const refs = [
    ...(await listRefs(mine, "heads")).map(({ name, target }) => ({ ref: `refs/heads/${name}`, target })),
    ...(await listRefs(mine, "tags")).map(({ name, target }) => ({ ref: `refs/tags/${name}`, target })),
  ];
  // The original may be gone; what was committed here stays confirmed.
  const theirs = await gitText(project.origin, ["for-each-ref", "--format=%(refname) %(objectname)"], {
    expect: [0, 128],
  });
  const known = new Map(
    theirs.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
  );
  const changed = refs.filter(({ ref, target }) => known.get(ref) !== target);
  for (const { ref, target } of changed) {
    const before = known.get(ref) ?? noObject;
    await git(
      project.repositoryPath,
      [
        "push",
        "--quiet",
        `--force-with-lease=${ref}:${before === noObject ? "" : before}`,
        project.origin,
        `${target}:${ref}`,
      ],
      {
        expect: [0, 1, 128],
      },
    );
  }
}

async function gitFolderOf(path: string): Promise<string> {
  const folder = await realpath(path).catch(() => null);
  if (!folder || !(await stat(folder)).isDirectory()) throw refuse(400, { path: ["is not a folder"] });
  for (const candidate of [join(folder, ".git"), folder]) {
    const found = await gitText(candidate, ["rev-parse", "--absolute-git-dir"], { expect: [0, 128] }).catch(
      () => "",
    );
    if (found.trim()) return found.trim();
  }
  throw refuse(400, { path: ["is not a git repository"] });
}

function freeSlug(store: Store, user: User, title: string): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^a-z0-9_.-]+/g, "-")
      .replace(/^[-.]+|[-.]+$/g, "") || "repository";
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!store.get("SELECT 1 FROM projects WHERE full_path = ?", `${user.username}/${slug}`)) return slug;
  }
}
