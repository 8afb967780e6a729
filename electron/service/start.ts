import { JobQueue } from "./ci/job-queue.ts";
import { linkFormerProjects } from "./domain/link-former-projects.ts";
import { startPipelinesOnPush } from "./domain/pipelines.ts";
import { watchOf } from "./domain/watch-originals.ts";
import { closeRepositories } from "./git/repository.ts";
import { type Listening, listen } from "./listen.ts";
import { createSample } from "./sample/index.ts";
import { createService } from "./server.ts";
import { openStore } from "./store/store.ts";
import { findUserByName, insertUser } from "./store/users.ts";

/** How a service is to run. */
export interface ServiceConfig {
  /** Folder of the data; made when it is missing. */
  readonly folder: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** The administrator's token for this run; never written to disk. */
  readonly adminToken: string;
  /** Fill an empty folder with sample data. */
  readonly sample: boolean;
}

const administrator = "helve";

/** Opens the data, fills it where asked for, and listens. */
export async function startService(config: ServiceConfig): Promise<Listening> {
  const store = openStore(config.folder);
  const empty = store.get("SELECT 1 FROM users") === undefined;
  if (!findUserByName(store, administrator)) {
    insertUser(store, {
      username: administrator,
      name: "Local Administrator",
      email: "helve@localhost",
      isAdmin: true,
    });
  }
  await linkFormerProjects(store);
  if (empty && config.sample) await createSample(store);
  const address = { url: "" };
  const service = createService(store, {
    baseUrl: () => address.url,
    session: { token: config.adminToken, username: administrator },
    onError: reportError,
  });
  const watch = watchOf(store);
  watch.start();
  const listening = await listen(service, config.port);
  address.url = listening.url;
  const onJobError = (error: unknown) => reportError(error, "job");
  startPipelinesOnPush(store, () => listening.url, onJobError);
  const queue = new JobQueue(store, {
    serviceUrl: () => listening.url,
    onError: onJobError,
  });
  return {
    url: listening.url,
    close: async () => {
      await listening.close();
      await watch.close();
      await queue.close();
      closeRepositories();
      store.close();
    },
  };
}

/** What the service prints reaches Diagnostics; the text holds no token. */
function reportError(error: unknown, operation: string): void {
  console.error(`${operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
