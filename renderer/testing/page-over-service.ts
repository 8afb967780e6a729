import { afterEach, beforeEach, vi } from "vitest";
import { faultProxy } from "../../electron/host/testing/faults/fault-proxy.ts";
import type { Fault } from "../../electron/host/testing/faults/faults.ts";
import { hostInFolder } from "../../electron/host/testing/host-in-folder.ts";
import {
  type ContractService,
  contractService,
} from "../../electron/service/routes/testing/contract-service.ts";
import type { TestCaller } from "../../electron/service/routes/testing/test-service.ts";
import type { Project } from "../../electron/service/store/projects/projects.ts";
import type { Account } from "../../shared/host/accounts.ts";
import { useHostState } from "../state/host-state.ts";
import { stubPageFetch } from "./stub-page-fetch.ts";

/** Time at which a connection breaks: before the service has the request, or after, with the response. */
type Break = "before" | "after" | null;

interface PageOverService extends AsyncDisposable {
  readonly service: ContractService;
  /** An empty project. */
  readonly project: Project;
  readonly account: Account;
  /** Methods of the writes that the service received through the host, in order. */
  readonly writes: string[];
  /** Decides for each request whether its connection breaks. */
  breaks: (method: string) => Break;
}

/**
 * Starts the local service and a host with an account of it before each test, which its `fetch` reaches as the page's
 * does, and stops them after it. Returns those of the running test; only tests may use them.
 */
export function pageForTests(as: TestCaller = "developer"): PageOverService {
  let started: PageOverService | undefined;
  beforeEach(async () => {
    started = await pageOverService(as);
  });
  afterEach(() => started?.[Symbol.asyncDispose]());
  const running = (): PageOverService => {
    if (!started) throw new Error("The service runs during tests only.");
    return started;
  };
  return new Proxy<PageOverService>(Object.create(null), {
    get: (_, name) => Reflect.get(running(), name),
    set: (_, name, value) => Reflect.set(running(), name, value),
  });
}

async function pageOverService(as: TestCaller): Promise<PageOverService> {
  const service = await contractService();
  const proxy = await faultProxy(service.url, 1);
  const host = hostInFolder({ retry: { firstDelayMs: 5, maxDelayMs: 20, maxWaitMs: 200 } });
  const account = await host.addAccount(proxy.url, service.tokens.get(as));
  stubPageFetch(host);
  useHostState.setState({ accounts: [account] });
  const page: PageOverService = {
    service,
    project: await service.project(),
    account,
    writes: [],
    breaks: () => null,
    async [Symbol.asyncDispose]() {
      vi.unstubAllGlobals();
      await host[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await service.remove();
    },
  };
  proxy.choose = (_, { method }) => {
    const when = page.breaks(method);
    if (method !== "GET" && when !== "before") page.writes.push(method);
    return when ? [disconnect(when === "after")] : [];
  };
  return page;
}

const disconnect = (forwards: boolean): Fault => ({
  name: "disconnect",
  forwards,
  apply(reply) {
    reply.delivery = "reset before headers";
  },
});
