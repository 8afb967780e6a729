import { kindCheck, wholeKindCheck } from "../../../electron/host/checks/kind-check.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { listCommits } from "../../../shared/api/resources/commits.ts";

const exchange = { isRead: true, isRedirected: false };
const call = { operation: listCommits, input: { id: "1" } };

/** Returns the processor time in ms of work that is repeated, once the code is compiled. */
function processorTime(work: () => void, times = 400): number {
  for (let n = 0; n < times; n++) work();
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/**
 * Prints what it takes to check a page of a list and to bring it into the contract's shape, in this process alone: by the
 * look at each byte and a parse after it, and by the one parse, beside that parse by itself.
 */
export function printChecks(page: Uint8Array): void {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const ways = {
    "JSON.parse alone": () => void JSON.parse(text(page)),
    "byte by byte, then parsed": () => {
      const check = kindCheck(call, exchange);
      check.chunk(page);
      check.end();
      readResponse(listCommits, JSON.parse(text(page)));
    },
    "parsed once": () => {
      const check = wholeKindCheck(call, exchange);
      check.chunk(page);
      check.end();
      readResponse(listCommits, check.value);
    },
  };
  const found = Object.entries(ways).map(([name, work]) => [name, processorTime(work)] as const);
  const [[, bare] = ["", Number.NaN]] = found;
  console.table(
    Object.fromEntries(
      found.map(([name, ms]) => [
        name,
        { "CPU ms": Number(ms.toPrecision(3)), "of the parse": `${(ms / bare).toFixed(2)}×` },
      ]),
    ),
  );
}
