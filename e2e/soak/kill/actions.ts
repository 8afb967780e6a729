import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import type { Seeded } from "../../../electron/service/testing/seeded.ts";
import { confirmationHeader } from "../../../shared/host/shell.ts";
import { type Killable, type Reply, send } from "./killable.ts";

const execute = promisify(execFile);

/** Everything that an action needs. */
export interface ActionContext {
  readonly program: Killable;
  readonly confirmed: Confirmed;
  readonly random: Seeded;
  readonly projectId: number;
  readonly projectPath: string;
  readonly token: string;
  /** A repository with a work tree whose commits are pushed. */
  readonly clone: string;
  /** A repository whose clones are opened. */
  readonly original: string;
  readonly pushBytes: number;
  /** A number that no other action has. */
  readonly number: number;
}

/** An action; returns the replies that it got, with what is wrong where one is not as it has to be. */
export type Action = (context: ActionContext) => Promise<void>;

/** A reply that is neither a confirmation nor missing. */
export class WrongReply extends Error {}

/** The program was killed before it replied. */
export class NoReply extends Error {}

const id = z.looseObject({ id: z.int() });

export async function call(
  { port, prefix, headers }: Pick<Killable, "port" | "prefix" | "headers">,
  method: string,
  path: string,
  body?: object | Buffer,
  type = "application/json",
): Promise<Reply> {
  const content = body === undefined ? undefined : Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const sent = {
    ...headers,
    "content-type": type,
    "content-length": String(Buffer.byteLength(content ?? "")),
  };
  return send(port, method, `${prefix}${path}`, sent, content);
}

/** Calls an operation that has to succeed while the program runs. Returns JSON. */
async function confirm(
  { program }: ActionContext,
  method: string,
  path: string,
  body?: object | Buffer,
  type?: string,
): Promise<unknown> {
  return accept(program, `${method} ${path}`, await call(program, method, path, body, type));
}

/** Returns the JSON of a success. Throws NoReply and WrongReply for all else. */
function accept(program: Killable, name: string, reply: Reply): unknown {
  if (reply.status === 0 || (program.gitUrl === null && isOfHost(reply))) throw new NoReply();
  if (reply.status >= 300) throw new WrongReply(`${name}: ${reply.status} ${reply.body.slice(0, 300)}`);
  return reply.body === "" ? null : JSON.parse(reply.body);
}

/** Returns whether the host itself has replied that its service did not: it is being started again. */
const isOfHost = ({ status, body }: Reply): boolean =>
  status >= 500 && /uncertain_write|unreachable|unavailable/.test(body);

/** Commits a file to a new branch. */
const commit: Action = async (context) => {
  const { projectId, number, random, confirmed } = context;
  const runsJobs = random.chance(0.1);
  const branch = `${runsJobs ? "ci" : "b"}-${number}`;
  const [path, content] = [`files/${number}.txt`, `content of ${number}\n`];
  const made = await confirm(context, "POST", `/projects/${projectId}/repository/commits`, {
    branch,
    start_branch: "main",
    commit_message: `Commit ${number}`,
    actions: [{ action: "create", file_path: path, content }],
  });
  const { id } = z.looseObject({ id: z.string() }).parse(made);
  confirmed.commits.set(branch, { path, content, id });
  confirmed.events.add(`refs/heads/${branch} ${id}`);
  if (runsJobs) confirmed.withJobs.add(id);
};

const wikiPage: Action = async (context) => {
  const { projectId, number, confirmed } = context;
  const content = `text of ${number}`;
  await confirm(context, "POST", `/projects/${projectId}/wikis`, { title: `page ${number}`, content });
  confirmed.pages.set(`page-${number}`, content);
};

const wikiEdit: Action = async (context) => {
  const { projectId, number, confirmed, random } = context;
  const slug = [...confirmed.pages.keys()][random.below(confirmed.pages.size || 1)];
  if (slug === undefined) return wikiPage(context);
  const content = `edited by ${number}`;
  // Until it is confirmed, either text may be there; pages of another edit are not edited at the same time.
  confirmed.pages.delete(slug);
  await confirm(context, "PUT", `/projects/${projectId}/wikis/${slug}`, { content });
  confirmed.pages.set(slug, content);
};

const upload: Action = async (context) => {
  const { projectId, number, confirmed } = context;
  const content = `attachment ${number}`;
  const boundary = `helve${number}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f${number}.txt"\r\nContent-Type: text/plain\r\n\r\n`;
  const body = Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`);
  const type = `multipart/form-data; boundary=${boundary}`;
  const made = await confirm(context, "POST", `/projects/${projectId}/wikis/attachments`, body, type);
  confirmed.attachments.set(z.looseObject({ file_path: z.string() }).parse(made).file_path, content);
};

const snippet: Action = async (context) => {
  const title = `snippet ${context.number}`;
  const made = await confirm(context, "POST", `/projects/${context.projectId}/snippets`, {
    title,
    visibility: "private",
    files: [{ file_path: "a.txt", content: title }],
  });
  context.confirmed.snippets.set(id.parse(made).id, title);
};

/** Merges a branch that was confirmed earlier. */
const merge: Action = async (context) => {
  const { projectId, number, confirmed } = context;
  await commit(context);
  const branch = [...confirmed.commits.keys()].find((name) => name.endsWith(`-${number}`));
  const opened = await confirm(context, "POST", `/projects/${projectId}/merge_requests`, {
    source_branch: branch,
    target_branch: "main",
    title: `Merge ${number}`,
  });
  const { iid } = z.looseObject({ iid: z.int() }).parse(opened);
  await confirm(context, "PUT", `/projects/${projectId}/merge_requests/${iid}/merge`, {});
  confirmed.merges.add(iid);
};

const release: Action = async (context) => {
  const { projectId, number, confirmed } = context;
  const tag_name = `v${number}`;
  await confirm(context, "POST", `/projects/${projectId}/releases`, {
    tag_name,
    ref: "main",
    name: tag_name,
    description: "notes",
  });
  confirmed.tags.add(tag_name);
};

/** Opens a repository, moves its project into a new group and deletes that. */
const groupDeletion: Action = async (context) => {
  const { number, confirmed, original } = context;
  const group = id.parse(
    await confirm(context, "POST", "/groups", { name: `g${number}`, path: `g${number}` }),
  ).id;
  // One of its own: an opened repository is one project, also while that is being deleted.
  const path = `${original}-${number}`;
  await execute("git", ["clone", "--quiet", "--bare", original, path]);
  const project = id.parse(await open(context, path)).id;
  await confirm(context, "POST", `/groups/${group}/projects/${project}`);
  await confirm(context, "DELETE", `/groups/${group}`);
  confirmed.deletedGroups.add(group);
  confirmed.deletedProjects.add(project);
};

/** Opens a folder, with the code that a host prints for it. Returns JSON. */
async function open(context: ActionContext, path: string): Promise<unknown> {
  const { program } = context;
  const asked = await call(program, "POST", "/local/repositories", { path });
  if (asked.status !== 428) return accept(program, "POST /local/repositories", asked);
  const code = await eventually(() => program.codeOf(path));
  const confirming = { ...program, headers: { ...program.headers, [confirmationHeader]: code ?? "" } };
  const reply = await call(confirming, "POST", "/local/repositories", { path });
  return accept(program, "POST /local/repositories", reply);
}

/** Returns a value once it is there, null where it does not come within a second. */
async function eventually<T>(read: () => T | null): Promise<T | null> {
  for (let tries = 0; tries < 20; tries++) {
    const value = read();
    if (value !== null) return value;
    await delay(50);
  }
  return null;
}

/** Pushes a commit with a file of many random bytes. */
const push: Action = async (context) => {
  const { program, clone, number, pushBytes, token, projectPath, confirmed } = context;
  if (program.gitUrl === null) return commit(context);
  const branch = `big-${number}`;
  await writeFile(join(clone, "big.bin"), randomBytes(pushBytes));
  const run = async (...args: string[]) => (await execute("git", ["-C", clone, ...args])).stdout.trim();
  await run("add", "big.bin");
  const tree = await run("write-tree");
  const commitId = await run("commit-tree", tree, "-p", "HEAD", "-m", `Push ${number}`);
  const url = `${program.gitUrl.replace("://", `://any:${token}@`)}/${projectPath}.git`;
  try {
    await run("push", "--quiet", url, `${commitId}:refs/heads/${branch}`);
  } catch (error) {
    const text = String(Reflect.get(Object(error), "stderr"));
    if (/cannot lock|File exists|remote rejected|denied/.test(text))
      throw new WrongReply(`push: ${text.slice(0, 500)}`);
    throw new NoReply();
  }
  confirmed.pushes.set(branch, commitId);
  confirmed.events.add(`refs/heads/${branch} ${commitId}`);
};

/** A draft of the page, where the host runs. */
const draft: Action = async (context) => {
  const { program, number, confirmed } = context;
  if (program.gitUrl !== null) return wikiPage(context);
  const { port, headers } = program;
  const body = JSON.stringify({ value: { text: `draft ${number}` } });
  const path = `/-/documents/drafts/draft-${number}`;
  const reply = await send(
    port,
    "PUT",
    path,
    { ...headers, "content-type": "application/json", "content-length": String(body.length) },
    body,
  );
  if (reply.status === 0) throw new NoReply();
  if (reply.status >= 300) throw new WrongReply(`PUT ${path}: ${reply.status} ${reply.body}`);
  confirmed.drafts.set(`draft-${number}`, `draft ${number}`);
};

/** All actions, often what is small. */
export const actions: readonly [Action, ...Action[]] = [
  commit,
  commit,
  commit,
  wikiPage,
  wikiPage,
  wikiEdit,
  wikiEdit,
  upload,
  upload,
  snippet,
  merge,
  merge,
  release,
  groupDeletion,
  draft,
];
export { push };

/** Writes that the programs have confirmed, and with that promised to keep through any kill. */
export interface Confirmed {
  /** Content of a file by its branch. */
  readonly commits: Map<string, { readonly path: string; readonly content: string; readonly id: string }>;
  /** Commit by branch. */
  readonly pushes: Map<string, string>;
  /** Content by slug. */
  readonly pages: Map<string, string>;
  /** Content by path in the wiki. */
  readonly attachments: Map<string, string>;
  /** Titles by id. */
  readonly snippets: Map<number, string>;
  /** Iids of merged merge requests. */
  readonly merges: Set<number>;
  readonly tags: Set<string>;
  /** Ids of groups whose deletion was accepted. */
  readonly deletedGroups: Set<number>;
  /** Ids of projects below those groups. */
  readonly deletedProjects: Set<number>;
  /** Commits on branches whose jobs run. */
  readonly withJobs: Set<string>;
  /** Drafts of the host by key. */
  readonly drafts: Map<string, string>;
  /** Events that a hook is owed: ref and object. */
  readonly events: Set<string>;
}

export const nothingConfirmed = (): Confirmed => ({
  commits: new Map(),
  pushes: new Map(),
  pages: new Map(),
  attachments: new Map(),
  snippets: new Map(),
  merges: new Set(),
  tags: new Set(),
  deletedGroups: new Set(),
  deletedProjects: new Set(),
  withJobs: new Set(),
  drafts: new Map(),
  events: new Set(),
});

/** Returns how many writes were confirmed. */
export const countConfirmed = (confirmed: Confirmed): Record<string, number> =>
  Object.fromEntries(Object.entries(confirmed).map(([name, { size }]) => [name, size]));
