import { Readable } from "node:stream";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { recordRefUpdate } from "../git/maintenance.ts";
import { type PushCommand, type PushRequest, readPushRequest, reportRefusal } from "../git/push-request.ts";
import type { Repository } from "../git/repository.ts";
import { advertiseRefs, protocolEnvironment, serveFetch, servePush } from "../git/transport.ts";
import type { ServiceStore } from "../service-store.ts";
import { findMovedProject } from "../store/groups/group-tree.ts";
import { findProjectByPath, type Project, touchProject } from "../store/projects/projects.ts";
import { accessLevel, type Caller, mayReadCode, maySeeProject } from "./access/access-level.ts";
import { type PushPlan, type PushVerdict, planPush, refusedOption } from "./branches/receive-push.ts";
import { isAvailable } from "./originals/original-state.ts";
import { watchOf } from "./originals/watch-originals.ts";
import { adoptBranch, ensureWiki, wikiFolder } from "./wiki/wiki-repository.ts";

/** Protocol of a client: its header `Git-Protocol`, null without one; `signal` ends git. */
interface Client {
  readonly protocol: string | null;
  readonly signal: AbortSignal;
}

/** Returns the refs of a repository, as the first request of a clone, fetch or push reads them. */
export async function advertise(
  { repository }: OpenedRepository,
  tool: TransportTool,
  { protocol, signal }: Client,
): Promise<Readable> {
  const name = tool === "git-upload-pack" ? "upload-pack" : "receive-pack";
  const refs = await advertiseRefs(repository, name, protocolEnvironment(protocol), signal);
  const line = `# service=${tool}\n`;
  const head = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
  return Readable.from(withHead(Buffer.from(head), refs), { objectMode: false });
}

async function* withHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** Returns the objects that a clone or fetch requests with the bytes of `input`. */
export const upload = (
  { repository }: OpenedRepository,
  input: Readable,
  { protocol, signal }: Client,
): Promise<Readable> => serveFetch(repository, input, protocolEnvironment(protocol), signal);

/**
 * Returns the report on a push: ref updates that are not permitted are refused before git reads the pack, which is
 * streamed. `refused` is the reason for a client that reads no report. `onError` is called with what fails after git has
 * ended.
 */
export async function receive(
  { repository, planPush }: OpenedRepository,
  input: Readable,
  onError: (error: unknown) => void,
): Promise<{ readonly refused: string } | { readonly report: Readable }> {
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const push = await readPushRequest(chunks);
  const plan = await planPush(push);
  if (plan.refused !== null) {
    const report = reportRefusal(push, plan.refused);
    if (report === null) return { refused: plan.refused };
    // A client reads the report once it has sent its pack.
    for (let next = await chunks.next(); !next.done; next = await chunks.next());
    return { report: Readable.from([report], { objectMode: false }) };
  }
  const finish = () => plan.finish().catch(onError);
  const pack = Readable.from(pushBytes(push, chunks), { objectMode: false });
  return { report: await servePush(repository, pack, plan.forwardOnly, finish) };
}

async function* pushBytes(
  { head, rest }: PushRequest,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield head;
  if (rest.length > 0) yield rest;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** The programs that git's clients name: one for clones and fetches, one for pushes. */
export type TransportTool = "git-upload-pack" | "git-receive-pack";

/** A repository that a client of git may read or push to. */
interface OpenedRepository {
  readonly repository: Repository;
  readonly planPush: (push: Pick<PushRequest, "commands" | "options">) => Promise<PushPlan>;
}

/** Refusal to open a repository: `credentials` where a token may help, else its kind and a sentence. */
type TransportRefusal = "credentials" | { readonly kind: "notFound" | "forbidden"; readonly text: string };

/** Who clones, fetches or pushes: a user, nobody, or a job that runs, which reads its own project and what everybody may read. */
export interface TransportCaller extends Caller {
  /** Project of the job. */
  readonly jobOf?: number | undefined;
}

/**
 * Returns the repository of a project's path, or of its wiki's (`<project>.wiki`), for a clone, fetch or push; else why
 * not. Guests of a private project see it and its wiki, not its code.
 */
export async function openForTransport(
  { store, user, jobOf }: TransportCaller,
  path: string,
  tool: TransportTool,
): Promise<OpenedRepository | { readonly refusal: TransportRefusal }> {
  const { project, isWiki } = findRepository(store, path);
  const isOfJob = project !== null && project.id === jobOf && !isWiki;
  if (!project || !(isOfJob || maySeeProject(store, user, project))) {
    return user || jobOf !== undefined
      ? refuse("notFound", "The project you were looking for could not be found.")
      : needsCredentials;
  }
  if (jobOf !== undefined && tool === "git-receive-pack")
    return refuse("forbidden", "The token of a job cannot be used to push.");
  if (!isWiki && !isOfJob && !mayReadCode(store, user, project)) {
    return refuse("forbidden", "You are not allowed to download code from this project.");
  }
  if (tool === "git-receive-pack") {
    if (!user) return needsCredentials;
    if (project.archived || accessLevel(store, user, project) < accessLevels.developer) {
      const target = isWiki ? "to the wiki of" : "code to";
      return refuse("forbidden", `You are not allowed to push ${target} this project.`);
    }
  }
  if (isWiki) {
    const planWikiPush: OpenedRepository["planPush"] = async ({ commands, options }) => {
      const { refused, ...rules } = wikiPushRules(accessLevel(store, user, project), commands);
      return {
        ...rules,
        refused: refused ?? refusedOption(options),
        finish: () => afterWikiPush(store, project, commands),
      };
    };
    return { repository: await ensureWiki(store, project), planPush: planWikiPush };
  }
  const watch = watchOf(store);
  await (tool === "git-receive-pack" ? watch.observeAndFollow(project.id) : watch.observe(project.id));
  if (!(await isAvailable(store, project.id)))
    return refuse("notFound", "The folder of this repository is not there.");
  return {
    repository: store.git.open(project.repositoryPath),
    planPush: (push) => planPush(store, project, user, push),
  };
}

const needsCredentials = { refusal: "credentials" } as const;

const refuse = (kind: "notFound" | "forbidden", text: string) => ({ refusal: { kind, text } });

function findRepository(store: ServiceStore, path: string): { project: Project | null; isWiki: boolean } {
  const find = (fullPath: string) => findProjectByPath(store, fullPath) ?? findMovedProject(store, fullPath);
  const project = find(path);
  if (project || !path.endsWith(".wiki")) return { project, isWiki: false };
  return { project: find(path.slice(0, -".wiki".length)), isWiki: true };
}

/** Returns the verdict on a push to a wiki at an access level: only maintainers may remove commits. */
function wikiPushRules(level: number, commands: readonly PushCommand[]): PushVerdict {
  const unknown = commands.find(({ ref }) => !/^refs\/(heads|tags|notes)\//.test(ref));
  return {
    refused: unknown ? `Only branches, tags and notes can be pushed: ${unknown.ref}` : null,
    forwardOnly: level < accessLevels.maintainer,
  };
}

/** Sets the branch of a wiki after its first push. */
async function afterWikiPush(
  store: ServiceStore,
  project: Project,
  commands: readonly PushCommand[],
): Promise<void> {
  if (commands.length === 0) return;
  const repository = store.git.open(wikiFolder(project));
  recordRefUpdate(repository);
  await adoptBranch(repository);
  touchProject(store, project);
}
