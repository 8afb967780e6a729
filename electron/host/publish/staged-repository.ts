import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, join } from "node:path";
import { ProblemError } from "../../../shared/errors.ts";
import { absoluteFolders, findProgram } from "../../system/find-program.ts";
import type { Network } from "../network/network.ts";
import { openRelay, type RelayedRepository } from "./git-relay.ts";

/** Bytes of git's output that are read: a few hundred thousand refs. */
const maxOutputBytes = 64 * 1024 * 1024;
/** Refs of one push, and hashes of one fetch. */
const refsAtOnce = 200;
const maxErrorLength = 4000;

/** A ref of a push; null as `to` deletes it. */
export interface PushedRef {
  readonly ref: string;
  readonly to: string | null;
}

interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Name under which git knows the other side's address, which is in its environment alone. */
const remote = "service";

/** A private bare repository on its way from one service to another. */
export class StagedRepository {
  readonly #folder: string;
  readonly #network: Network;
  readonly #signal: AbortSignal;

  constructor(folder: string, name: string, network: Network, signal: AbortSignal) {
    this.#folder = join(folder, name);
    this.#network = network;
    this.#signal = signal;
  }

  get exists(): boolean {
    return existsSync(join(this.#folder, "HEAD"));
  }

  /** Fetches branches and tags into a new repository. Throws ProblemError. */
  async fetchAll(source: RelayedRepository): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    await this.#run(
      ["init", "--quiet", "--bare", "--template=", "--initial-branch=unborn", this.#folder],
      {},
      false,
    );
    const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
    await this.#fetch(source, refs);
  }

  /** Fetches the commits that a publish pushes by themselves. Returns those that the service no longer has. */
  async fetchCommits(source: RelayedRepository, hashes: readonly string[]): Promise<string[]> {
    const lost: string[] = [];
    const fetchSome = async (some: readonly string[]): Promise<void> => {
      const [first] = some;
      if (first === undefined) return;
      try {
        await this.#fetch(
          source,
          some.map((hash) => `+${hash}:refs/versions/${hash}`),
        );
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem.code !== "refused") throw error;
        if (some.length === 1) {
          lost.push(first);
          return;
        }
        const middle = Math.ceil(some.length / 2);
        await fetchSome(some.slice(0, middle));
        await fetchSome(some.slice(middle));
      }
    };
    for (let from = 0; from < hashes.length; from += refsAtOnce)
      await fetchSome(hashes.slice(from, from + refsAtOnce));
    return lost;
  }

  async #fetch(source: RelayedRepository, refs: readonly string[]): Promise<void> {
    const options = [
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      "--no-recurse-submodules",
      "--no-auto-maintenance",
    ];
    await this.#withRelay({ ...source, writable: false }, "read", ["fetch", ...options, remote, ...refs]);
  }

  /** Returns branches and tags with their hashes. */
  async refs(): Promise<Map<string, string>> {
    const { stdout } = await this.#run([
      "for-each-ref",
      "--format=%(objectname) %(refname)",
      "refs/heads",
      "refs/tags",
    ]);
    return parseRefs(stdout, " ");
  }

  /** Returns branches and tags of a service. Throws ProblemError. */
  async remoteRefs(service: RelayedRepository): Promise<Map<string, string>> {
    const args = ["ls-remote", "--quiet", "--refs", remote, "refs/heads/*", "refs/tags/*"];
    return parseRefs((await this.#withRelay({ ...service, writable: false }, "read", args)).stdout, "\t");
  }

  /** Returns whether a commit is in another one's history. */
  async isAncestor(one: string, other: string): Promise<boolean> {
    const { code } = await this.#run(["merge-base", "--is-ancestor", one, other], {}, true, [0, 1, 128]);
    return code === 0;
  }

  async has(hash: string): Promise<boolean> {
    if (!/^[0-9a-f]{40,64}$/.test(hash)) return false;
    const { code } = await this.#run(["cat-file", "-e", `${hash}^{commit}`], {}, true, [0, 1, 128]);
    return code === 0;
  }

  /** Returns whether a branch has files that are kept outside of git. */
  async usesLfs(ref: string): Promise<boolean> {
    const args = ["grep", "--quiet", "-e", "filter=lfs", ref, "--", ".gitattributes", "**/.gitattributes"];
    const { code } = await this.#run(args, {}, true, [0, 1, 128]);
    return code === 0;
  }

  /** Returns bytes on disk. */
  async size(): Promise<number> {
    const { stdout } = await this.#run(["count-objects", "-v"]);
    const kib = [...stdout.matchAll(/^(?:size|size-pack): (\d+)$/gm)].map(([, number]) => Number(number));
    return kib.reduce((sum, each) => sum + each, 0) * 1024;
  }

  /**
   * Sets refs of a service, whatever they are there. Returns the refs that it refused with its reasons. A push that is
   * repeated changes nothing. Throws ProblemError.
   */
  async push(target: RelayedRepository, refs: readonly PushedRef[]): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    for (let from = 0; from < refs.length; from += refsAtOnce) {
      const some = refs.slice(from, from + refsAtOnce);
      const { stdout } = await this.#pushSome(target, some);
      for (const [, ref = "", why = ""] of stdout.matchAll(/^!\t[^\t]*:(refs\/[^\t]+)\t(.*)$/gm))
        refused.set(ref, why);
    }
    return refused;
  }

  /** No pipelines start of it, where the service takes options of a push. */
  async #pushSome(target: RelayedRepository, some: readonly PushedRef[]): Promise<GitResult> {
    const refs = some.map(({ ref, to }) => `+${to ?? ""}:${ref}`);
    const args = (options: readonly string[]) => [
      "push",
      "--porcelain",
      "--no-verify",
      "--no-recurse-submodules",
      ...options,
      remote,
      ...refs,
    ];
    const service = { ...target, writable: true };
    const first = await this.#withRelay(service, "push", args(["--push-option=ci.skip"]));
    if (!/does not support push options/.test(first.stderr)) return first;
    return this.#withRelay(service, "push", args([]));
  }

  /** Runs git with a service at its other end. Throws ProblemError where it cannot be reached or refuses all of it. */
  async #withRelay(
    service: RelayedRepository,
    kind: "read" | "push",
    args: readonly string[],
  ): Promise<GitResult> {
    const relay = await openRelay(this.#network, service, this.#signal);
    try {
      const address = withSettings({ [`remote.${remote}.url`]: relay.url });
      const result = await this.#run(args, address, true, null);
      if (result.code === 0) return result;
      // Some refs of a push were refused; or the options of it.
      if (kind === "push" && (/^!\t/m.test(result.stdout) || /push options/.test(result.stderr)))
        return result;
      const { host } = service.endpoint.base;
      const what = kind === "push" ? "take the push" : "let the repository be read";
      const detail = result.stderr.trim().replaceAll(relay.url, "the repository");
      const { status } = relay;
      if (status !== null && status < 500 && status !== 429) {
        const code = status === 401 ? "unauthorized" : status === 404 ? "not_found" : "forbidden";
        throw new ProblemError({ code, message: `${host} does not ${what} (${status}).`, detail, status });
      }
      if (relay.failure !== null || status !== null) {
        const message = `${host} could not be reached by git.`;
        throw new ProblemError({
          code: "unavailable",
          message,
          detail: relay.failure ?? detail,
          retry: true,
        });
      }
      throw new ProblemError({ code: "refused", message: `${host} does not ${what}.`, detail });
    } finally {
      await relay[Symbol.asyncDispose]();
    }
  }

  /** Runs git to its end. Throws where it ends with another code than those expected; null expects all. */
  #run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    inFolder = true,
    expected: readonly number[] | null = [0],
  ): Promise<GitResult> {
    this.#signal.throwIfAborted();
    const command = [...(inFolder ? ["--git-dir", this.#folder] : []), ...settings, ...args];
    const child = spawn(findProgram("git"), command, {
      env: { ...environment, ...env },
      signal: this.#signal,
      windowsHide: true,
    });
    return readToEnd(child, args[0] ?? "", expected);
  }
}

function readToEnd(
  child: ChildProcessWithoutNullStreams,
  command: string,
  expected: readonly number[] | null,
): Promise<GitResult> {
  child.stdin.end();
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    if (stdout.length > maxOutputBytes) child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-maxErrorLength);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === null) reject(new Error(`git ${command} was ended`));
      else if (expected !== null && !expected.includes(code))
        reject(new Error(`git ${command} ended with ${code}: ${stderr}`));
      else resolve({ code, stdout, stderr });
    });
  });
}

function parseRefs(text: string, separator: string): Map<string, string> {
  const refs = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(separator);
    if (at > 0) refs.set(line.slice(at + 1), line.slice(0, at));
  }
  return refs;
}

/** Returns settings of git as its environment, which only this user's processes can read. */
const withSettings = (values: Readonly<Record<string, string>>): Record<string, string> => {
  const entries = Object.entries(values);
  const numbered = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(numbered) };
};

/** Environment of git, without the user's configuration, proxies and helpers. */
const environment: Readonly<Record<string, string>> = {
  PATH: absoluteFolders(process.env.PATH ?? "").join(delimiter),
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
  ...(process.env.TEMP ? { TEMP: process.env.TEMP } : {}),
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  // The relay is on this computer.
  NO_PROXY: "*",
  no_proxy: "*",
};

/** Settings of every call: no hooks, no helper, no protocol but the relay's. */
const settings = [
  ["core.hooksPath", devNull],
  ["core.attributesFile", devNull],
  ["core.fsmonitor", "false"],
  ["core.quotePath", "false"],
  ["gc.auto", "0"],
  ["credential.helper", ""],
  ["http.followRedirects", "false"],
  ["http.proxy", ""],
  ["protocol.allow", "never"],
  ["protocol.http.allow", "always"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
