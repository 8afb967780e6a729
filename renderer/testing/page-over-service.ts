import { vi } from "vitest";
import { faultProxy } from "../../electron/host/testing/faults/fault-proxy.ts";
import type { Fault } from "../../electron/host/testing/faults/faults.ts";
import { hostInFolder } from "../../electron/host/testing/host-in-folder.ts";
import {
  type ContractService,
  contractService,
} from "../../electron/service/routes/testing/contract-service.ts";
import type { Account } from "../../shared/host/accounts.ts";
import { useHostState } from "../state/host-state.ts";
import { stubPageFetch } from "./stub-page-fetch.ts";

/** When a connection breaks: before the service has the request, or after, with the response. */
type Break = "before" | "after" | null;

export interface PageOverService extends AsyncDisposable {
  readonly service: ContractService;
  /** The account of a developer. */
  readonly account: Account;
  /** Methods of the writes that the service received through the host, in order. */
  readonly writes: string[];
  /** Decides for each request whether its connection breaks. */
  breaks: (method: string) => Break;
}

/** Starts the local service and a host with an account of it, which the test's `fetch` reaches as the page's does. */
export async function pageOverService(): Promise<PageOverService> {
  const service = await contractService();
  const proxy = await faultProxy(service.url, 1);
  const host = hostInFolder({ retry: { firstDelayMs: 5, maxDelayMs: 20, maxWaitMs: 200 } });
  const account = await host.addAccount(proxy.url, service.tokens.get("developer"));
  stubPageFetch(host);
  useHostState.setState({ accounts: [account] });
  const page: PageOverService = {
    service,
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
