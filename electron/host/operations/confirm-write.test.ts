import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { operations } from "../../../shared/api/index.ts";
import { confirmWrite } from "./confirm-write.ts";

const writes = Object.entries(operations).filter(
  ([, { method, response }]) => method !== "GET" && method !== "HEAD" && response.kind === "none",
);

/** Returns whether a response confirms each write to which nothing is due. */
async function confirmed(status: number, body: unknown): Promise<Set<boolean>> {
  const results = new Set<boolean>();
  for (const [, operation] of writes) {
    const confirmation = await confirmWrite(
      { operation, input: {}, key: "", path: "", blobId: null } as Parameters<typeof confirmWrite>[0],
      {
        status,
        headers: new Headers(body === "" ? {} : { "content-type": "application/json" }),
        body: Readable.from([Buffer.from(body === "" ? "" : JSON.stringify(body))]),
        compressed: false,
        isRedirected: false,
      },
    );
    results.add(!("doubt" in confirmation));
  }
  return results;
}

it.each([
  ["an object of something else", { id: 999, path_with_namespace: "some/thing" }],
  ["a list", [{ name: "main" }]],
  ["an empty list", []],
  ["an error", { error: "x" }],
  ["a message of failure", { message: "403 Forbidden" }],
])("no write to which nothing is due is confirmed by %s with status 200", async (_, body) => {
  expect(writes.length).toBeGreaterThan(10);
  expect(await confirmed(200, body)).toEqual(new Set([false]));
});

it.each([
  ["nothing", 204, ""],
  ["a message of success", 202, { message: "202 Accepted" }],
  ["an empty object", 200, {}],
])("each is confirmed by %s", async (_, status, body) => {
  expect(await confirmed(status, body)).toEqual(new Set([true]));
});
