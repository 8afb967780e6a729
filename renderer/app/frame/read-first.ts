import type { InputOf, OutputOf } from "../../../shared/api/contract/operation.ts";
import { hostPrefix } from "../../../shared/host/host-route.ts";
import type { ReadFirst, ReadPath } from "../../../shared/host/start-data.ts";
import { type JsonOperation, operationUrl } from "../../api/fetch-operation.ts";
import type { Prefetch } from "../../api/use-operation.ts";
import { findPage } from "../views.ts";

/** Makes the reads that the page at an address declares, one after the other where one needs another's response. */
export const readFirst: ReadFirst = async (href, read) => {
  const { page, params = {}, search = {} } = findPage(href) ?? {};
  await page?.firstReads?.({ params, search }, (account) => readsOf(account, read));
};

function readsOf(account: string, read: ReadPath): Prefetch {
  const one = async <O extends JsonOperation>(operation: O, input: InputOf<O>, pages?: "all") => {
    const url = operationUrl(account, operation, input, { pages });
    // The host has brought it into the shape of the contract.
    return (await read(url.slice(hostPrefix.length))) as OutputOf<O>;
  };
  const firstPage = <O extends JsonOperation>(operation: O, input: InputOf<O>) =>
    one(operation, { ...input, page: 1 });
  return Object.assign(one, { firstPage });
}
