import { type ImportSource, importRefs } from "../../git/import-refs.ts";
import { listRefs } from "../../git/refs.ts";
import { setHead } from "../../git/symbolic-refs.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { setImportStatus } from "../../store/projects/project-imports.ts";
import { findProject, type Project, touchProject } from "../../store/projects/projects.ts";

/** Copies of repositories that run, by project. One that a stop interrupts has failed at the next start. */
class Imports {
  readonly #running = new Map<number, Promise<void>>();
  readonly #ending = new AbortController();

  start(projectId: number, work: (signal: AbortSignal) => Promise<void>): void {
    // The response is sent first.
    const run = new Promise((resolve) => setImmediate(resolve)).then(() => work(this.#ending.signal));
    this.#running.set(
      projectId,
      run.finally(() => this.#running.delete(projectId)),
    );
  }

  /** Resolves once the copies that run have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Ends the copies that run. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.settle();
  }
}

/** Returns the copies of a service that run. */
export const importsOf = perService(() => new Imports());

/** Begins to copy another repository into that of a new project; `import_status` of the project says how far it is. */
export function startImport(store: ServiceStore, { id }: Project, source: ImportSource): void {
  setImportStatus(store, id, "started");
  importsOf(store).start(id, async (signal) => {
    const project = findProject(store, id);
    if (!project) return;
    try {
      const repository = store.git.open(project.repositoryPath);
      const head = await repository.exclusively(() => importRefs(repository, source, signal));
      const branches = (await listRefs(repository, "heads")).map(({ name }) => name);
      const first = branches.find((name) => name === head) ?? branches[0];
      if (first !== undefined) await setHead(repository, first);
      store.transaction(() => {
        if (first !== undefined) touchProject(store, project, first);
        setImportStatus(store, id, "finished");
      });
    } catch (error) {
      // Deleted meanwhile.
      if (findProject(store, id)) setImportStatus(store, id, "failed", describe(error, source));
    }
  });
}

/** Returns why a copy failed, without the password that its URL may have. */
function describe(error: unknown, source: ImportSource): string {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  if (source.kind === "folder") return text.replaceAll(source.folder, "the project");
  const { username, password, host } = source.url;
  return [source.url.href, `${username}:${password}@`, password]
    .filter((secret) => secret.length > 1)
    .reduce((shown, secret) => shown.replaceAll(secret, host), text);
}
