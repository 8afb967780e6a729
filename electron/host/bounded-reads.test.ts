import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Every place in the host and below it that reads a body whole or joins buffers, with what bounds it. A place that is not
 * named here fails the test: what a service sends is as long as it likes.
 */
const bounds: Readonly<Record<string, string>> = {
  "host/images/read-upload.ts: Buffer.concat": "largestImageBytes",
  "host/artifacts/artifact-archives.ts: Buffer.concat": "a requested range of an archive",
  "host/checks/expectation.ts: Buffer.concat": "maxBufferedBytes",
  "host/checks/shallow-objects.ts: Buffer.concat": "the limit of its operation",
  "host/checks/json-check.ts: Buffer.concat": "three bytes and a chunk",
  "host/checks/whole-json.ts: Buffer.concat": "maxParsedBytes",
  "host/checks/body-check.ts: Buffer.concat": "startBytes and a chunk",
  "host/client/check-account.ts: Buffer.concat": "maxBytes of collect",
  "host/client/error-response.ts: Buffer.concat": "errorLimit of collect",
  "host/local-service/follow-originals.ts: Buffer.concat": "maxBytes of collect",
  "host/operations/confirm-write.ts: Buffer.concat": "responseLimit of collect",
  "host/operations/contract-shape.ts: Buffer.concat": "the limit of its operation",
  "host/operations/long-list.ts: Buffer.concat": "a body or an entry within the limit of its operation",
  "host/merge-queue/queue-service.ts: .json()": "the limit of its operation",
  "host/page/start-reads.ts: .text()":
    "a response of the cache, which keeps none that is longer than the limit of its operation",
  "host/operations/find-write-outcome.ts: .text()": "the limit of its operation",
  "host/operations/list-pass.ts: Buffer.concat": "maxListBytes",
  "host/operations/operation-call.ts: .bytes()": "a form of the page, which is bounded as its request",
  "host/operations/operation-call.ts: .formData()": "a request of the page",
  "host/operations/receive-body.ts: Buffer.concat": "the limit of its operation",
  "host/page/host-request.ts: .text()": "a problem of the host",
  "host/publish/service-side.ts: .json()": "the limit of its operation",
  "host/questions/local-questions.ts: .json()": "the limit of its operation",
  "host/images/remote-images.ts: Buffer.concat": "largestBytes",
  "host/traces/engine/search/match-lines.ts: .text()": "lines of a stored trace, in pieces",
  "host/traces/fetch-trace.ts: .json()": "the limit of its operation",
  "host/traces/fetch-trace.ts: Buffer.concat": "endBytes of collect",
  "host/traces/trace-file.ts: Buffer.concat": "chunks that wait for the disk",
  "host/tools/serve-tools.ts: .bytes()": "maxRequestBytes of the tool server",
  "host/tools/tool-server.ts: Buffer.concat": "maxRequestBytes",
  "host/watches/read-quietly.ts: .json()": "the limit of its operation",
};

const buffering = /\.(?:text|json|arrayBuffer|bytes|blob|formData)\(\)|\bBuffer\.concat\b/g;

it("names what bounds each body that is read whole", () => {
  const found = new Set<string>();
  for (const path of globSync(["electron/host/**/*.ts", "electron/system/**/*.ts"])) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    for (const [use] of readFileSync(path, "utf8").matchAll(buffering)) {
      found.add(`${path.replaceAll("\\", "/").replace("electron/", "")}: ${use}`);
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(bounds).toSorted());
});
