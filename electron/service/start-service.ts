import type { Optional } from "../../shared/optional.ts";
import { restrictUmask } from "../system/restrict-to-owner.ts";
import { isStorageError, whereWritable } from "../system/storage-error.ts";
import { JobQueue } from "./ci/job-queue.ts";
import { ciThreadOf } from "./ci/thread/run-in-thread.ts";
import type { Clock } from "./clock.ts";
import { finishInterrupted } from "./domain/branches/finish-interrupted.ts";
import { startDownstreamPipelines } from "./domain/ci/downstream.ts";
import { startPipelineSchedules } from "./domain/ci/pipeline-schedules.ts";
import { startPipelinesOnPush } from "./domain/ci/pipelines.ts";
import { startTodos } from "./domain/events/add-todos.ts";
import { startHooks } from "./domain/hooks/start-hooks.ts";
import { deletionsOf } from "./domain/lifecycle/delete-groups.ts";
import { importsOf } from "./domain/lifecycle/import-repository.ts";
import { startAutoMerges } from "./domain/merge-requests/auto-merge.ts";
import { startMergeRequestPipelines } from "./domain/merge-requests/merge-request-pipelines.ts";
import { startMergeTrains } from "./domain/merge-requests/merge-trains.ts";
import { rebasesOf } from "./domain/merge-requests/rebase-merge-request.ts";
import { linkFormerProjects } from "./domain/originals/link-former-projects.ts";
import { watchOf } from "./domain/originals/watch-originals.ts";
import { addAdministrator, administratorName } from "./domain/people/users.ts";
import { endOrphans } from "./git/end-orphans.ts";
import type { GitLimits } from "./git/git-folder.ts";
import { inputThreadOf } from "./http/input/read-input.ts";
import {
  closeServer,
  createHttpServer,
  type Listening,
  listen,
  listenPrivately,
  type PrivateSocket,
  type Service,
} from "./http/listen.ts";
import { errorLine } from "./http/refusals.ts";
import { serviceHosts } from "./http/refuse-foreign.ts";
import { createService } from "./service.ts";
import { composeStore, type ServiceStore } from "./service-store.ts";
import { failUnfinishedImports } from "./store/projects/project-imports.ts";
import { secretKey } from "./store/seal.ts";

/** Settings of a service. */
export interface ServiceConfig
  extends Optional<{
    /** Access of the process that started the service, with a token that is not valid on the port. */
    host: { readonly socket: PrivateSocket; readonly token: string };
    /** Base URL of an earlier start, which stays even where another process has its port now. */
    url: string;
    /** Let system hooks reach loopback and private addresses. */
    allowLocalHooks: boolean;
    /** The system's by default. */
    clock: Clock;
    /** Limits of what git reads; tests set lower ones. */
    gitLimits: Partial<GitLimits>;
  }> {
  /** Folder of the data; made when it is missing. */
  readonly folder: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** The administrator's token for this run, on the port; never written to disk. Null where the port has none. */
  readonly adminToken: string | null;
}

/** A service that runs. */
export interface RunningService extends Listening {
  readonly store: ServiceStore;
}

/** Opens the data and listens. What it writes is this user's alone. */
export async function startService(config: ServiceConfig): Promise<RunningService> {
  const userUmask = restrictUmask();
  const { folder, clock, gitLimits, allowLocalHooks: allowsLocalHooks } = config;
  const store = composeStore(folder, { clock, gitLimits, userUmask, allowsLocalHooks });
  addAdministrator(store);
  await endOrphans();
  // Reads need it, too: later there may be no space for it.
  whereWritable(() => secretKey(store));
  await linkFormerProjects(store).catch((error: unknown) => {
    // At the next start of which the disk can be written to.
    if (!isStorageError(error)) throw error;
    reportError(error, "linking of former projects");
  });
  whereWritable(() => failUnfinishedImports(store, "The local service was stopped meanwhile."));
  const address = { url: config.url ?? "" };
  const serve = (token: string | null) =>
    createService(store, {
      baseUrl: () => address.url,
      session: token === null ? null : { token, username: administratorName },
      onError: reportError,
    });
  const watch = watchOf(store);
  watch.start();
  const listening = await openPort(serve(config.adminToken), config);
  address.url = listening.url;
  // Before the first request is read: what it records is stored for those that listen.
  const serviceUrl = () => listening.url;
  const onJobError = (error: unknown) => reportError(error, "job");
  const stops = [
    startPipelinesOnPush(store, serviceUrl, onJobError),
    startDownstreamPipelines(store, serviceUrl, onJobError),
    startMergeRequestPipelines(store, serviceUrl, onJobError),
    startPipelineSchedules(store, serviceUrl, onJobError),
    startAutoMerges(store, serviceUrl, (error) => reportError(error, "automatic merge")),
    startMergeTrains(store, serviceUrl, (error) => reportError(error, "merge train")),
  ];
  const stopTodos = startTodos(store);
  const hooks = startHooks(store, {
    serviceUrl,
    onError: (error) => reportError(error, "system hook"),
  });
  const queue = new JobQueue(store, { serviceUrl, onError: onJobError });
  const deletions = deletionsOf(store);
  deletions.resume((error) => reportError(error, "deletion of a group"));
  const interrupted = finishInterrupted(store, (error) => reportError(error, "interrupted update"));
  const server = config.host
    ? createHttpServer(serve(config.host.token), () => serviceHosts(address.url))
    : null;
  if (server && config.host) await listenPrivately(server, config.host.socket);
  return {
    url: listening.url,
    store,
    close: async () => {
      // Whatever waits for git below would wait for a process that hangs.
      const ended = store.git.processes.end();
      await listening.close();
      if (server) await closeServer(server);
      await deletions.close();
      await watch.close();
      await interrupted.stop();
      await queue.close();
      await Promise.all(stops.map((stop) => stop()));
      await rebasesOf(store).settle();
      await importsOf(store).close();
      stopTodos();
      await hooks.close();
      await ended;
      ciThreadOf(store).stop();
      inputThreadOf(store).stop();
      await store.close();
      if (userUmask !== null) process.umask(userUmask);
    },
  };
}

/** Listens on the port, or does without it where another process has taken it since the last start. */
async function openPort(service: Service, { port, url }: ServiceConfig): Promise<Listening> {
  try {
    return await listen(service, port);
  } catch (error) {
    if (url === undefined) throw error;
    console.error(`The port of ${url} is taken: git and other clients do not reach the local service.`);
    return { url, close: async () => undefined };
  }
}

/** Prints an error of a request on standard error, which the shells pass on. */
const reportError = (error: unknown, operation: string) => console.error(errorLine(error, operation));
