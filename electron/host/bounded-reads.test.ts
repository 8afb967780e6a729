import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Every place in the host and below it that reads a body whole or joins buffers, with what bounds it. A place that is not
 * named here fails the test: what a service sends is as long as it likes.
 */
const bounds: Readonly<Record<string, string>> = {
  "host/artifacts/artifact-archives.ts: Buffer.concat": "a requested range of an archive",
  "host/checks/file-content-check.ts: Buffer.concat": "maxBufferedBytes",
  "host/checks/shallow-objects.ts: Buffer.concat": "the limit of its operation",
  "host/checks/utf8-check.ts: Buffer.concat": "three bytes and a chunk",
  "host/checks/web-page-check.ts: Buffer.concat": "startBytes and a chunk",
  "host/client/check-account.ts: Buffer.concat": "maxBytes of collect",
  "host/client/error-response.ts: Buffer.concat": "errorLimit of collect",
  "host/local-service/follow-originals.ts: Buffer.concat": "maxBytes of collect",
  "host/operations/confirm-write.ts: Buffer.concat": "responseLimit of collect",
  "host/operations/find-write-outcome.ts: .text()": "the limit of its operation",
  "host/operations/list-pass.ts: Buffer.concat": "maxListBytes",
  "host/operations/operation-call.ts: .bytes()": "a form of the page, which is bounded as its request",
  "host/operations/operation-call.ts: .formData()": "a request of the page",
  "host/operations/receive-body.ts: Buffer.concat": "the limit of its operation",
  "host/page/cancel-head-body.ts: .text()": "a problem of the host",
  "host/questions/local-questions.ts: .json()": "the limit of its operation",
  "host/remote-images/remote-images.ts: Buffer.concat": "largestBytes",
  "host/traces/engine/search/match-lines.ts: .text()": "lines of a stored trace, in pieces",
  "host/traces/job-watch.ts: .json()": "the limit of its operation",
  "host/traces/read-trace-end.ts: Buffer.concat": "endBytes of collect",
  "host/traces/trace-file.ts: Buffer.concat": "chunks that wait for the disk",
  "host/watches/read-state.ts: .json()": "the limit of its operation",
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
