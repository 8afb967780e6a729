import { resolve } from "node:path";
import { listLocalRepositories } from "../../../shared/api/resources/local-repositories.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import type { ServiceCalls } from "./service-calls.ts";

/** Names and places by which a program means a project. */
export interface ProjectHint {
  /** Id, name or host of an account. */
  readonly account?: string | undefined;
  /** Full path or id of a project. */
  readonly project?: string | undefined;
  /** URLs of the remotes of the clone that it runs in, the most likely first. */
  readonly remotes?: readonly string[] | undefined;
  /** Top folder of that clone. */
  readonly folder?: string | undefined;
}

export interface FoundProject {
  readonly account: Account;
  /** Full path or id. */
  readonly project: string;
}

/** Returns the account that a text names by id, name or host. Throws ProblemError `not_found`. */
export function findAccount(accounts: readonly Account[], named: string): Account {
  const found =
    accounts.find(({ id }) => id === named) ??
    accounts.find(({ name }) => name === named) ??
    accounts.find(({ kind, url }) => kind === "remote" && new URL(url).host === named);
  if (found) return found;
  const names = accounts.map(({ name }) => name).join(", ");
  throw new ProblemError({
    code: "not_found",
    message: `No account is called ${named}. There ${accounts.length === 1 ? "is" : "are"}: ${names || "none"}.`,
  });
}

/**
 * Returns account and project of a hint: what it names, else what its remotes lead to, else the repository that is open in
 * Helve from its folder. Throws ProblemError that says what to do.
 */
export async function findProject(
  accounts: readonly Account[],
  calls: ServiceCalls,
  { account: named, project, remotes = [], folder }: ProjectHint,
  signal: AbortSignal,
): Promise<FoundProject> {
  const among = named === undefined ? accounts : [findAccount(accounts, named)];
  for (const remote of remotes) {
    const found = among.flatMap((account) => {
      const path = projectOfRemote(remote, account.url);
      return path === null ? [] : [{ account, project: project ?? path }];
    })[0];
    if (found) return found;
  }
  const local = among.find(({ kind }) => kind === "local");
  if (local && folder !== undefined) {
    const opened = await calls.json(local.id, listLocalRepositories, {}, { signal });
    const found = opened.find(({ path }) => resolve(path) === resolve(folder));
    if (found) return { account: local, project: project ?? found.path_with_namespace };
  }
  const [only, other] = among;
  if (project !== undefined && only && !other) return { account: only, project };
  throw new ProblemError({ code: "not_found", message: adviceFor(project, remotes) });
}

function adviceFor(project: string | undefined, remotes: readonly string[]): string {
  if (project !== undefined) return "There are several accounts: name one with --account.";
  const [remote] = remotes;
  if (remote === undefined)
    return "This folder is no clone with a remote. Run this in a clone, or name the project with --project GROUP/NAME.";
  return `No account of Helve belongs to the remote ${withoutCredentials(remote)}. Add one in Helve's settings, or name the project with --project GROUP/NAME and the account with --account NAME.`;
}

/** Remotes may have a password, which is not for a screen. */
const withoutCredentials = (remote: string): string => remote.replace(/^([a-z+]+:\/\/)[^/@]*@/i, "$1");

/** Returns the path of the project that a remote is on a service; null where it is on another one. */
export function projectOfRemote(remote: string, service: string): string | null {
  const base = new URL(service);
  const target = readRemote(remote);
  if (!target) return null;
  // The port of SSH says nothing about that of the web.
  if (target.isWeb ? target.host !== base.host : target.host.replace(/:\d+$/, "") !== base.hostname)
    return null;
  const below = base.pathname.replace(/\/+$/, "");
  const path = target.isWeb && below !== "" ? cutPrefix(target.path, `${below}/`) : target.path;
  const project = path?.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  return project && !project.split("/").some((part) => part === "" || part === "." || part === "..")
    ? project
    : null;
}

const cutPrefix = (text: string, prefix: string): string | null =>
  text.startsWith(prefix) ? text.slice(prefix.length) : null;

function readRemote(remote: string) {
  if (/^(https?|ssh|git\+ssh):\/\//i.test(remote) && URL.canParse(remote)) {
    const { protocol, host, pathname } = new URL(remote);
    try {
      return { isWeb: /^https?:$/.test(protocol), host, path: decodeURIComponent(pathname) };
    } catch {
      return null;
    }
  }
  // user@host:path, as git reads it where no slash is before the colon.
  const [, host, path] = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/.exec(remote) ?? [];
  return host && path ? { isWeb: false, host, path } : null;
}
