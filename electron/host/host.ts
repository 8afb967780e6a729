import { homedir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { ProblemError } from "../../shared/errors.ts";
import type { AccountCheck } from "../../shared/host/accounts.ts";
import { uncaughtErrorPrefix } from "../../shared/host/diagnostics.ts";
import type { HostEvent } from "../../shared/host/events.ts";
import type { Shell } from "../../shared/host/shell.ts";
import {
  type ReadFirst,
  type StartData,
  type StartResponse,
  startCollections,
} from "../../shared/host/start-data.ts";
import type { Resolve } from "../system/address.ts";
import { restrictToOwner } from "../system/restrict-to-owner.ts";
import { AccountFile } from "./accounts/account-file.ts";
import { Accounts, type LocalService, localId } from "./accounts/accounts.ts";
import { type Keychain, SystemKeychain, TokenVault } from "./accounts/keychain.ts";
import { ArtifactArchives } from "./artifacts/artifact-archives.ts";
import { ResponseCache } from "./cache/response-cache.ts";
import { checkAccount } from "./client/check-account.ts";
import { Connections } from "./client/connections.ts";
import { Limiter } from "./client/limiter.ts";
import { RateGate } from "./client/rate-limit.ts";
import type { RetryPolicy } from "./client/retry.ts";
import { ServiceClient } from "./client/service-client.ts";
import { Confirmations, Consents } from "./confirmation/confirmations.ts";
import { refuseUnlisted, routesOf } from "./confirmation/who-confirms.ts";
import { Diagnostics } from "./diagnostics/diagnostics.ts";
import { notFoundError, toHostProblem } from "./diagnostics/problems.ts";
import { Redactor } from "./diagnostics/redactor.ts";
import { announceDownloads, Downloads } from "./downloads/downloads.ts";
import { EventBus } from "./events/event-bus.ts";
import { AccountPictures } from "./images/account-pictures.ts";
import { RemoteImageFetcher } from "./images/remote-images.ts";
import { followOriginals } from "./local-service/follow-originals.ts";
import { startMergeQueue } from "./merge-queue/start-merge-queue.ts";
import { Network } from "./network/network.ts";
import { findAllowedOperation } from "./operations/operation-call.ts";
import { cancelHeadBody } from "./page/host-request.ts";
import { problemResponse } from "./page/responses.ts";
import { StartReads } from "./page/start-reads.ts";
import { startPublishes } from "./publish/start-publishes.ts";
import { Destinations } from "./questions/destinations.ts";
import { LocalQuestions } from "./questions/local-questions.ts";
import { serveAccounts } from "./routes/accounts.ts";
import { serveJobs } from "./routes/jobs.ts";
import { serveMergeQueue } from "./routes/merge-queue.ts";
import { serveOperations } from "./routes/operations.ts";
import { serveEvents, serveOwnData } from "./routes/own-data.ts";
import { servePublishes } from "./routes/publishes.ts";
import { serveShell } from "./routes/shell.ts";
import { SettingsStore } from "./settings/settings-store.ts";
import { DocumentStore } from "./storage/document-store.ts";
import { TestLedgerStore } from "./storage/test-ledger/test-ledger.ts";
import { serveToolSettings, serveTools } from "./tools/serve-tools.ts";
import { ServiceCalls } from "./tools/service-calls.ts";
import { ToolAccessStore } from "./tools/tool-access.ts";
import { WaitingWrites } from "./tools/waiting-writes.ts";
import { TraceMirror } from "./traces/trace-mirror.ts";
import { defaultPolling, type Polling } from "./traces/trace-sync.ts";
import { InboxCount } from "./watches/inbox-count.ts";
import { InboxNews, type NewsIntervals } from "./watches/inbox-news.ts";
import { Watches, type WatchIntervals } from "./watches/watches.ts";

export interface HostOptions {
  /** Folder of accounts, settings, documents and the cache; created where it is missing. */
  readonly folder: string;
  readonly shell: Shell;
  /** Version of Helve. */
  readonly version: string;
  /** Helve's own service, where it runs. */
  readonly localService?: LocalService;
  /** The operating system's keychain unless given. */
  readonly keychain?: Keychain;
  /** The user's home folder, that contains `.ssh`; the system's unless given. */
  readonly home?: string;
  /** Name resolution; the system's unless given. */
  readonly resolve?: Resolve;
  /** Policy for retrying reads. */
  readonly retry?: Partial<RetryPolicy>;
  /** The module of the threads that read traces; the source beside this one unless given. */
  readonly traceThread?: URL;
  /** Intervals of reading traces. */
  readonly polling?: Partial<Polling>;
  /** Program and arguments that start `helve mcp` for this Helve; none where it has no command line. */
  readonly toolCommand?: readonly string[];
  /** Intervals of reading watched jobs and pipelines, and queued merge requests. */
  readonly watchIntervals?: Partial<WatchIntervals>;
  /** Intervals of asking for news. */
  readonly newsIntervals?: Partial<NewsIntervals>;
}

/** The host's routes (shared/host) as one handler; paths are without the prefix of `shared/host/host-route.ts`. */
export interface Host {
  handle(request: Request): Promise<Response>;
  /** The handler of what other programs of this user send (`tools/tool-server.ts`). */
  handleTool(request: Request): Promise<Response>;
  /** Returns what the page's HTML gets along; without what cannot be read, for which the page asks again. */
  startData(): StartData;
  /**
   * Returns the responses that the page at an address begins with, as far as they are cached or quick, and requests for it what
   * may have changed. `readFirst` makes the reads that the page declares.
   */
  startResponses(address: string, readFirst?: ReadFirst): Promise<StartResponse[]>;
  /** Every route as `METHOD /path`. */
  readonly routes: readonly string[];
  /**
   * Lets the page open the repository in a folder that the user gave outside of it: on the command line, or on the app's
   * icon. Never call it with what the page or a link of the web sent.
   */
  openAllowed(path: string): void;
  /** Sends a shell's event to the page; a `navigate` waits for the first page. */
  publish(event: Extract<HostEvent, { type: "navigate" | "command" }>): void;
  /** Reports an uncaught error in Diagnostics and on stderr, without tokens. */
  reportUncaught(text: string): void;
  /** Number of watched jobs and pipelines that have not ended. */
  readonly watching: number;
  /** Whether the system's tray is to have an entry of Helve. */
  readonly hasTray: boolean;
  /** Ends every call and closes every file. */
  close(): Promise<void>;
}

/** Seconds after which a poll of the local service, which waits for 25, counts as failed. */
const pollTimeout = 60;

/** Creates the host. */
export function createHost({
  folder,
  shell,
  version,
  localService,
  keychain,
  home = homedir(),
  resolve,
  retry = {},
  traceThread = new URL("./traces/engine/trace-worker.ts", import.meta.url),
  polling = {},
  watchIntervals = {},
  newsIntervals = {},
  toolCommand = [],
}: HostOptions): Host {
  restrictToOwner(folder, { contents: true });
  const closing = new AbortController();
  const bus = new EventBus();
  const redactor = new Redactor();
  const diagnostics = new Diagnostics(redactor);
  const settings = new SettingsStore(folder);
  const network = new Network(settings, (url) => shell.resolveProxy(url), resolve, localService);
  const cache = new ResponseCache(
    folder,
    () => settings.value.storage.cacheLimit * 1_000_000,
    (bytes) => redactor.contains(bytes),
  );
  const documents = new DocumentStore(folder, (change) => bus.emit({ type: "document", ...change }));
  const testLedger = new TestLedgerStore(folder, redactor, () => [{ id: localId }, ...accounts.list()]);
  const tokens = keychain ?? new SystemKeychain();

  /** A client beside those of the accounts, with a queue of its own. */
  const clientOf = (url: string, token: string, timeout: () => number) => {
    redactor.add(token);
    const endpoint = {
      base: new URL(url),
      direct: url === localService?.url,
      token: async () => token,
      timeout,
    };
    return new ServiceClient(endpoint, network, new Limiter(() => 4), new RateGate(() => {}), () => {});
  };
  const checker = (url: string, token: string): Promise<AccountCheck> =>
    checkAccount(
      clientOf(url, token, () => settings.value.network.timeout),
      closing.signal,
    );
  const toolAccess = new ToolAccessStore(folder);
  const accounts = new Accounts(
    new AccountFile(folder),
    new TokenVault(tokens, redactor),
    checker,
    {
      changed: (list) => bus.emit({ type: "accounts", accounts: [...list] }),
      dropped: (id) => {
        cache.removeAccount(id);
        connections.drop(id);
        for (const each of [
          ...[downloads, traces, watches, news, inboxCount],
          ...[mergeQueue, publishes, startReads, testLedger],
        ])
          void each.forgetAccount(id);
        toolAccess.forget(id);
      },
    },
    localService,
  );
  bus.addState(() => [{ type: "accounts", accounts: accounts.list() }]);
  const connections = new Connections(accounts, network, bus, settings, retry);
  const downloads = new Downloads(
    folder,
    accounts,
    connections,
    bus,
    redactor,
    () => settings.value.storage.downloads || shell.downloadsFolder(),
  );
  const isSilent = () => !settings.value.notifications.sound;
  announceDownloads(bus, shell, isSilent);
  const show = (title: string, body: string, path: string) => {
    if (shell.can.notify) shell.notify({ title, body, path, silent: isSilent() }).catch(() => undefined);
  };
  const notify = (title: string, body: string, path: string) => {
    if (settings.value.notifications.watches) show(title, body, path);
  };
  const watches = new Watches({ folder, connections, cache, bus, intervals: watchIntervals, notify });
  const inboxCount = new InboxCount({
    folder,
    shell,
    settings,
    bus,
    readDocument: (collection, key) => documents.get(collection, key).value,
  });
  const news = new InboxNews({
    ...{ folder, connections, cache, bus, settings },
    accounts: () => accounts.list(),
    count: inboxCount,
    notify: show,
    intervals: newsIntervals,
  });
  const mergeQueue = startMergeQueue({
    folder,
    parts: { accounts, connections, cache, diagnostics },
    bus,
    intervals: watchIntervals,
    notify,
    closing: closing.signal,
  });
  const traces = new TraceMirror({
    folder,
    connections,
    cache,
    toProblem: (error) => redactor.problem(toHostProblem(error)),
    limit: () => settings.value.storage.traceLimit * 1_000_000,
    polling: { ...defaultPolling, ...polling },
    threadModule: traceThread,
  });
  settings.watch(() => {
    cache.trim();
    traces.trim();
  });
  if (localService && !localService.problem) {
    const client = clientOf(localService.url, localService.token, () => pollTimeout);
    void followOriginals(client, (event) => bus.emit(event), closing.signal);
    accounts.recheck(localId).catch((error: unknown) => {
      if (closing.signal.aborted) return;
      const { message } = toHostProblem(error);
      diagnostics.add({ kind: "failure", accountId: localId, operation: "GET /user", message });
    });
  }

  const confirmations = new Confirmations(shell, new Consents(join(folder, "consents.json")));
  const publishes = startPublishes({
    folder,
    parts: { accounts, connections, cache, diagnostics, network },
    ...{ bus, confirmations, redactor, notify },
    retryMs: retry.firstDelayMs,
  });
  const destinations = new Destinations(confirmations, accounts);
  const localQuestions = new LocalQuestions(confirmations, destinations);
  const openAllowed = (path: string) => confirmations.remember({ kind: "folders", value: path });
  const images = new RemoteImageFetcher(network);
  const chosenFolders = new Set<string>();
  const app = new Hono().use(cancelHeadBody).use(refuseUnlisted);
  serveAccounts(app, {
    accounts,
    connections,
    destinations,
    cache,
    pictures: new AccountPictures({ accounts, network, destinations, images }),
    archives: new ArtifactArchives(join(folder, "archives"), accounts, connections),
    closing: closing.signal,
  });
  const parts = { accounts, connections, cache, diagnostics };
  serveOperations(app, { ...parts, redactor, localQuestions, closing: closing.signal });
  serveOwnData(app, {
    ...{ documents, settings, confirmations, cache, traces, diagnostics },
    isChosen: (path) => chosenFolders.has(path),
  });
  serveEvents(app, bus, closing.signal);
  serveMergeQueue(app, { queue: mergeQueue, connections });
  servePublishes(app, publishes);
  serveJobs(app, { accounts, traces, watches, testLedger, closing: closing.signal });
  serveShell(app, {
    shell,
    inboxCount,
    keychain: tokens,
    version,
    home,
    downloads,
    images,
    destinations,
    onChosen: (path) => {
      chosenFolders.add(path);
      openAllowed(path);
    },
  });
  app.notFound(() => problemResponse(notFoundError("This route").problem));
  app.onError((error) => {
    const problem = toHostProblem(error);
    if (!(error instanceof ProblemError)) {
      diagnostics.add({ kind: "failure", accountId: null, operation: null, message: problem.detail });
    }
    return problemResponse(redactor.problem(problem));
  });

  const toolWrites = new WaitingWrites(confirmations, (writes) => {
    bus.emit({ type: "tool-writes", writes: [...writes] });
    const [write] = writes.slice(-1);
    if (!write || !shell.can.notify) return;
    const body = "A tool asks to send something. Decide in Helve.";
    shell.notify({ title: write.title, body, path: "", silent: isSilent() }).catch(() => undefined);
  });
  bus.addState(() => [{ type: "tool-writes", writes: [...toolWrites.all] }]);
  serveToolSettings(app, {
    access: toolAccess,
    writes: toolWrites,
    confirmations,
    account: (id) => accounts.get(id),
    command: toolCommand,
  });
  const handleTool = serveTools({
    access: toolAccess,
    writes: toolWrites,
    version,
    accounts: () => accounts.list(),
    calls: new ServiceCalls({ accounts, connections, cache, diagnostics, redactor }),
    traces,
    open: (target) => bus.emit({ type: "navigate", path: target }),
    openAllowed,
    redactor,
    closing: closing.signal,
  });

  const startReads = new StartReads(join(folder, "start-reads.json"), {
    respond: async (request) => app.fetch(request),
    isRead(id, path) {
      try {
        return !findAllowedOperation("GET", path, new URLSearchParams(), accounts.get(id).kind).operation
          .isAction;
      } catch {
        return false;
      }
    },
  });

  return {
    handle: (request) => startReads.respond(request),
    handleTool,
    startResponses: (address, readFirst) => startReads.open(address, readFirst),
    startData() {
      try {
        return {
          documents: Object.fromEntries(startCollections.map((name) => [name, documents.list(name)])),
          accounts: accounts.list(),
        };
      } catch (error) {
        diagnostics.add({ kind: "failure", accountId: null, operation: null, message: String(error) });
        return { documents: {} };
      }
    },
    routes: routesOf(app),
    openAllowed,
    get watching() {
      return watches.pending + mergeQueue.pending;
    },
    get hasTray() {
      return settings.value.notifications.tray;
    },
    publish: (event) => bus.emit(event),
    reportUncaught(text) {
      const message = redactor.text(text);
      console.error(uncaughtErrorPrefix + message);
      diagnostics.add({ kind: "failure", accountId: null, operation: null, message });
    },
    async close() {
      closing.abort();
      for (const each of [toolWrites, watches, news, inboxCount, startReads]) each.close();
      await publishes.close();
      await downloads.close();
      await Promise.all([traces.close(), testLedger.close()]);
      connections.close();
      await network.close();
      cache.close();
      documents.close();
    },
  };
}
