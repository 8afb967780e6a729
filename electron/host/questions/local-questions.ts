import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { getCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { listLocalRepositories } from "../../../shared/api/resources/local-repositories.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { getRunner } from "../../../shared/api/resources/runners.ts";
import { ProblemError } from "../../../shared/errors.ts";
import type { Confirmations, Consent } from "../confirmation/confirmations.ts";
import { localOperations, namedLocally } from "../confirmation/who-confirms.ts";
import { encodeOperationCall, type OperationCall } from "../operations/operation-call.ts";
import { type ReadContext, readOperation } from "../operations/read-operation.ts";
import type { Destinations } from "./destinations.ts";

const projectFields = z.object({ id: z.int(), path_with_namespace: z.string() });
const ciFields = z.object({ run_jobs: z.boolean() });
const runnerFields = z.object({
  active: z.boolean(),
  name: z.string().nullish(),
  description: z.string().nullish(),
});
const texts = z.array(z.string()).default([]);
const repositories = z.array(z.object({ project_id: z.int(), path: z.string() }));
/** Name of the runner that runs jobs on this computer; a registered one of the same name asks once too often. */
const localRunnerName = "helve-shell";

/** A call of the local account, on its way to the service. */
interface LocalCall {
  readonly call: OperationCall;
  /** Code that the user typed to confirm it, null the first time. */
  readonly code: string | null;
  readonly context: ReadContext;
  readonly signal: AbortSignal;
}

/**
 * The operations of the local account that give the page rights of the machine: jobs that run programs, folders of the
 * disk, new destinations, tokens for other programs. Each is confirmed by the shell; the others pass.
 */
export class LocalQuestions {
  readonly #confirmations: Confirmations;
  readonly #destinations: Destinations;

  constructor(confirmations: Confirmations, destinations: Destinations) {
    this.#confirmations = confirmations;
    this.#destinations = destinations;
  }

  /**
   * Returns the call that may be sent: the given one, or one that names what was confirmed so that nothing can take its
   * place. Throws ProblemError `unconfirmed`, and `not_found` for an operation that the table does not have.
   */
  async confirm(local: LocalCall): Promise<OperationCall> {
    const { call, code } = local;
    const name = namedLocally(call.operation);
    if (name === null) {
      throw new ProblemError({ code: "not_found", message: "Unknown operation; nothing was sent." });
    }
    if (call.operation.method === "GET" || call.operation.method === "HEAD") return call;
    switch (name) {
      case "updateCiSettings":
        return this.#switchJobs(local);
      case "updateRunner":
      case "deleteRunner":
        return this.#wakeRunner(local);
      case "openLocalRepository":
        return this.#openFolder(local);
      case "createHook":
      case "createProjectHook":
      case "updateProjectHook":
        await this.#destinations.requireReceiver(String(call.input.url), code);
        return call;
      case "createProjectAccessToken":
      case "rotateProjectAccessToken":
        return this.#issueToken(local);
      case "createProject":
        if (call.input.import_url)
          await this.#destinations.requireImport(String(call.input.import_url), code);
        return call;
      case "removeLocalRepository":
        await this.#rememberOpened(local);
        return call;
      default:
        if (localOperations[name]?.by === "shell") throw new Error(`${name} has no question`);
        return call;
    }
  }

  async #switchJobs(local: LocalCall): Promise<OperationCall> {
    const { call, code } = local;
    if (call.input.run_jobs !== true) return call;
    const { id, path_with_namespace } = await read(local, getProject, { id: call.input.id }, projectFields);
    const { run_jobs } = await read(local, getCiSettings, { id }, ciFields);
    if (!run_jobs) {
      const opened = await read(local, listLocalRepositories, {}, repositories);
      const folder = opened.find(({ project_id }) => project_id === id)?.path;
      const name = folder === undefined ? path_with_namespace : `${path_with_namespace} (${folder})`;
      const effect = "on this computer: its scripts can read and change whatever you can";
      await this.#confirmations.require({ details: [`Run the jobs of ${name} ${effect}`] }, code);
    }
    return encodeOperationCall(call.operation, { ...call.input, id });
  }

  /** The token is for programs of whoever gets it, as long as it lasts. */
  async #issueToken(local: LocalCall): Promise<OperationCall> {
    const { call, code } = local;
    const { id, path_with_namespace } = await read(local, getProject, { id: call.input.id }, projectFields);
    const details = [`Make an access token with which other programs can use ${path_with_namespace}`];
    await this.#confirmations.require({ details }, code);
    return encodeOperationCall(call.operation, { ...call.input, id });
  }

  async #wakeRunner(local: LocalCall): Promise<OperationCall> {
    const { call, code } = local;
    const { active, paused, id } = call.input;
    if (call.operation.method !== "DELETE" && active !== true && paused !== false) return call;
    const runner = await read(local, getRunner, { id }, runnerFields);
    if (!runner.active && runner.name === localRunnerName) {
      const details = ["Run jobs on this computer again, of all projects where that is switched on"];
      await this.#confirmations.require({ details }, code);
    }
    return call;
  }

  /**
   * The path alone is looked at, and nothing on disk, until the user has agreed: what is there does not show. A consent
   * is for this very path, since what is below an opened folder may have been committed there by the page.
   */
  async #openFolder(local: LocalCall): Promise<OperationCall> {
    const { call, code } = local;
    const path = toAbsolute(String(call.input.path));
    if (path === null) return call;
    const folders = [path, ...texts.parse(call.input.borrow)].map(
      (value) => ({ kind: "folders", value }) as const,
    );
    const worktrees = texts
      .parse(call.input.worktrees)
      .map((value) => ({ kind: "worktrees", value }) as const);
    const wanted: Consent[] = [...folders, ...worktrees];
    if (this.#confirmations.missing(wanted).length > 0) await this.#rememberOpened(local);
    const missing = this.#confirmations.missing(wanted);
    if (missing.length > 0) {
      const details = missing.map(({ kind, value }) =>
        kind === "worktrees"
          ? `Change the files in ${value} along with a branch of the repository in ${path}, which calls that folder its work tree`
          : value === path
            ? `Open the repository in ${value}, or the one around it: read all of it, and write what is committed here`
            : `Read the objects in ${value} for a repository that borrows them`,
      );
      await this.#confirmations.require({ details }, code, missing);
    }
    return encodeOperationCall(call.operation, { ...call.input, path });
  }

  /** Repositories that are open were confirmed, or opened by a version that did not ask: they can be opened again. */
  async #rememberOpened(local: LocalCall): Promise<void> {
    const opened = await read(local, listLocalRepositories, {}, repositories);
    this.#confirmations.remember(...opened.map(({ path }) => ({ kind: "folders", value: path }) as const));
  }
}

/** Returns a typed path as the service reads it; null where it refuses it anyway. */
function toAbsolute(typed: string): string | null {
  const path = typed === "~" || /^~[\\/]/.test(typed) ? join(homedir(), typed.slice(1)) : typed;
  return isAbsolute(path) ? resolve(path) : null;
}

/** Reads from the service itself, never from the cache. Throws ProblemError. */
async function read<S extends z.ZodType>(
  { context, signal }: LocalCall,
  operation: AnyOperation,
  input: Record<string, unknown>,
  schema: S,
): Promise<z.output<S>> {
  const response = await readOperation(context, await encodeOperationCall(operation, input), {
    signal,
    fresh: true,
  });
  return schema.parse(await new Response(response.body).json());
}
