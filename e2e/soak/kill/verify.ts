import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { z } from "zod";
import { type Confirmed, call } from "./actions.ts";
import { type Killable, send } from "./killable.ts";

const execute = promisify(execFile);

/** Returns which confirmed writes a program does not have; of each kind at most `limit`, the newest. */
export async function missing(
  program: Killable,
  projectId: number,
  confirmed: Confirmed,
  limit: number,
): Promise<string[]> {
  const broken: string[] = [];
  const newest = <T>(entries: Iterable<T>): T[] => [...entries].slice(-limit);
  const project = `/projects/${projectId}`;
  const expect = async (path: string, isThere: (body: string, status: number) => boolean) => {
    const { status, body } = await call(program, "GET", path);
    if (!isThere(body, status)) broken.push(`GET ${path}: ${status} ${body.slice(0, 200)}`);
  };
  for (const [branch, { path, content }] of newest(confirmed.commits)) {
    const file = encodeURIComponent(path);
    await expect(`${project}/repository/files/${file}/raw?ref=${branch}`, (body) => body === content);
  }
  for (const [branch, commit] of newest(confirmed.pushes))
    await expect(`${project}/repository/branches/${branch}`, (body) => body.includes(commit));
  for (const [slug, content] of newest(confirmed.pages))
    await expect(`${project}/wikis/${slug}`, (body) => body.includes(JSON.stringify(content)));
  for (const [path, content] of newest(confirmed.attachments))
    await expect(`${project}/wikis/files/${encodeURIComponent(path)}/raw`, (body) => body === content);
  for (const [id, title] of newest(confirmed.snippets))
    await expect(`${project}/snippets/${id}`, (body) => body.includes(JSON.stringify(title)));
  for (const iid of newest(confirmed.merges))
    await expect(`${project}/merge_requests/${iid}`, (body) => body.includes('"state":"merged"'));
  for (const tag of newest(confirmed.tags))
    await expect(`${project}/releases/${tag}`, (body) => body.includes(`"tag_name":"${tag}"`));
  if (program.gitUrl !== null) return broken;
  for (const [key, text] of newest(confirmed.drafts)) {
    const { status, body } = await send(program.port, "GET", `/-/documents/drafts/${key}`, program.headers);
    if (!body.includes(text)) broken.push(`draft ${key}: ${status} ${body.slice(0, 200)}`);
  }
  return broken;
}

const count = z.object({ count: z.int() });

/** Returns what is half done in the data of a service that has settled and ended. */
export async function halves(folder: string, confirmed: Confirmed): Promise<string[]> {
  const broken: string[] = [];
  const database = new DatabaseSync(join(folder, "service.sqlite"), { readOnly: true });
  const countOf = (from: string) =>
    count.parse(database.prepare(`SELECT count(*) AS count FROM ${from}`).get()).count;
  const integrity = database.prepare("PRAGMA integrity_check").all();
  if (JSON.stringify(integrity) !== '[{"integrity_check":"ok"}]') broken.push(JSON.stringify(integrity));
  const leftovers: Readonly<Record<string, string>> = {
    "entries of the outbox": "outbox",
    "folders to remove": "folder_removals",
    "groups to delete": "groups WHERE deletion_requested_at IS NOT NULL",
    "unfinished pipelines": "pipelines WHERE status NOT IN ('success', 'failed', 'canceled', 'skipped')",
    "unfinished jobs": "jobs WHERE status NOT IN ('success', 'failed', 'canceled', 'skipped', 'manual')",
    "pipelines without jobs": "pipelines WHERE error IS NULL AND id NOT IN (SELECT pipeline_id FROM jobs)",
    "pending deliveries": "hook_deliveries WHERE state = 'pending'",
    "merge requests to follow": "merge_requests WHERE follow_pending = 1 AND state = 'opened'",
    "open merge requests without a version":
      "merge_requests WHERE id NOT IN (SELECT merge_request_id FROM merge_request_versions)",
    "opened projects without an original":
      "projects WHERE origin IS NOT NULL AND id NOT IN (SELECT project_id FROM originals)",
  };
  for (const [what, from] of Object.entries(leftovers)) {
    const found = countOf(from);
    if (found > 0) broken.push(`${found} ${what}`);
  }
  for (const sha of confirmed.withJobs) {
    const found = countOf(`pipelines WHERE source = 'push' AND sha = '${sha}'`);
    if (found !== 1) broken.push(`${found} pipelines of ${sha}`);
  }
  for (const id of confirmed.deletedGroups)
    if (countOf(`groups WHERE id = ${id}`) > 0) broken.push(`group ${id}`);
  for (const id of confirmed.deletedProjects)
    if (countOf(`projects WHERE id = ${id}`) > 0) broken.push(`project ${id}`);
  const rows = z
    .array(z.object({ repository: z.string() }))
    .parse(database.prepare("SELECT repository FROM projects").all());
  database.close();
  const owned = new Set(
    rows.flatMap(({ repository }) => [
      basename(repository),
      basename(repository).replace(/\.git$/, ".wiki.git"),
    ]),
  );
  const repositories = join(folder, "repositories");
  for (const name of readdirSync(repositories)) {
    if (!owned.has(name)) broken.push(`a folder of no project: ${name}`);
    broken.push(...(await damage(join(repositories, name))));
  }
  return broken;
}

/** Returns what is wrong in a repository: locks, unfinished packs, broken objects. */
async function damage(repository: string): Promise<string[]> {
  const left = readdirSync(repository, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.lock$|\/\.?tmp_|\/incoming-|gc\.pid/.test(path),
  );
  const checked = await execute("git", ["--git-dir", repository, "fsck", "--strict", "--no-dangling"]).then(
    () => [],
    (error: unknown) => [`${repository}: ${String(Reflect.get(Object(error), "stderr")).slice(0, 500)}`],
  );
  return [...left.map((path) => `left in ${basename(repository)}: ${path}`), ...checked];
}
