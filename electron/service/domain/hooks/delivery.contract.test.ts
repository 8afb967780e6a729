import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Resolve } from "../../../system/address.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type Delivery, findDelivery, listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import { type Hook, insertHook, type NewHook } from "../../store/hooks/hooks.ts";
import { insertUser } from "../../store/users/users.ts";
import { type Receiver, startReceiver } from "../../testing/hook-receiver.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { DeliveryQueue, type DeliveryQueueOptions } from "./delivery-queue.ts";
import { EventPoster } from "./posts/post-event.ts";
import { queueFor } from "./queued-deliveries.ts";
import { emitSystemEvent } from "./system-events.ts";

const token = "a token that nobody may read";
let folder: string;
let receiver: Receiver;
let secure: Receiver;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-hooks-"));
  const openssl = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem"];
  execFileSync("openssl", [...openssl, "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"], {
    cwd: folder,
    stdio: "pipe",
  });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  receiver = await startReceiver();
  secure = await startReceiver({ key: read("key.pem"), cert: read("cert.pem") });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await receiver.close();
  await secure.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A store whose hooks may reach the loopback, with the queue that delivers. */
function start(options: Partial<DeliveryQueueOptions> & { readonly isLocalAllowed?: boolean } = {}) {
  const data = mkdtempSync(join(folder, "data-"));
  const store = openTestStore(data, { allowsLocalHooks: options.isLocalAllowed !== false });
  const errors: unknown[] = [];
  const queue = new DeliveryQueue(store, {
    serviceUrl: () => "http://service.test",
    onError: (error) => errors.push(error),
    retryDelaysMs: [1, 1],
    recordMs: 1,
    limits: { connectMs: 10_000, totalMs: 10_000, maxBodyBytes: 1024 },
    ...options,
  });
  ends.push(async () => {
    await queue.close();
    await store.close();
    expect(errors).toEqual([]);
  });
  return store;
}

const addHook = (store: ServiceStore, url: string, more: Partial<NewHook> = {}): Hook =>
  insertHook(store, { url, token, events: new Set(), checksCertificates: true, ...more });

const send = (store: ServiceStore, hook: Hook): number =>
  queueFor(store, hook, { trigger: "test", payload: JSON.stringify({ event_name: "test" }) });

/** The delivery once it has ended. */
async function ended(store: ServiceStore, hook: Hook, id: number): Promise<Delivery> {
  return expect
    .poll(() => findDelivery(store, hook.id, id), { timeout: 20_000 })
    .toMatchObject({ state: expect.stringMatching(/delivered|failed/) })
    .then(() => findDelivery(store, hook.id, id) as Delivery);
}

/** Delivers one event to a path of the receiver and returns the result. */
async function deliverTo(path: string, options: Parameters<typeof start>[0] = {}): Promise<Delivery> {
  const store = start(options);
  const hook = addHook(store, path.includes("://") ? path : `${receiver.url}${path}`);
  return ended(store, hook, send(store, hook));
}

it("delivers with the headers of a service and records all but the token", async () => {
  const before = receiver.received.length;
  const delivery = await deliverTo("/echoes");
  const { headers, body } = receiver.received[before] ?? {};
  expect(body).toEqual({ event_name: "test" });
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-gitlab-event": "System Hook",
    "x-gitlab-token": token,
    "x-gitlab-instance": "http://service.test",
    "x-gitlab-event-uuid": delivery.eventId,
    "idempotency-key": delivery.key,
  });
  expect(delivery).toMatchObject({ state: "delivered", attempts: [{ status: 200, error: null }] });
  expect(delivery.responseHeaders["x-echo"]).toBe("[hidden]");
  expect(delivery.responseBody).toContain("[hidden]");
  expect(JSON.stringify(delivery)).not.toContain(token);
});

describe.each([
  ["/fails", 3, { status: 500, error: "HTTP 500" }],
  ["/hangs", 3, { status: null, error: "Timeout: no complete response" }],
  ["/drips", 3, { status: 200, error: "Timeout: no complete response" }],
  ["/breaks", 3, { status: 200, error: expect.stringContaining("Incomplete response") }],
  ["/redirects", 3, { status: 302, error: "HTTP 302: redirects are not followed" }],
])("a receiver that %s", (path, attempts, last) => {
  it("is tried again until the delivery is given up", async () => {
    const before = receiver.received.filter((each) => each.path === path).length;
    const followed = receiver.received.filter((each) => each.path === "/ok").length;
    // What never ends is waited for as long as the limit.
    const isEndless = path === "/hangs" || path === "/drips";
    const limits = { connectMs: 1_000, totalMs: 1_000, maxBodyBytes: 1024 };
    const delivery = await deliverTo(path, isEndless ? { limits } : {});
    expect(delivery.state).toBe("failed");
    expect(delivery.attempts).toHaveLength(attempts);
    expect(delivery.attempts.at(-1)).toMatchObject(last);
    const requests = receiver.received.filter((each) => each.path === path).slice(before);
    expect(new Set(requests.map(({ headers }) => headers["idempotency-key"]))).toEqual(
      new Set([delivery.key]),
    );
    expect(receiver.received.filter((each) => each.path === "/ok")).toHaveLength(followed);
  });
});

it("delivers to a receiver that recovers, and records the attempts", async () => {
  const delivery = await deliverTo("/recovers");
  expect(delivery.state).toBe("delivered");
  expect(delivery.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
  expect(delivery.responseBody).toBe("try 3");
});

it("reads no more of a response than it records", async () => {
  const delivery = await deliverTo("/floods");
  expect(delivery.state).toBe("delivered");
  expect(delivery.responseBody).toHaveLength(1024);
});

it("records that the connection was refused", async () => {
  const gone = await startReceiver();
  await gone.close();
  const delivery = await deliverTo(gone.url);
  expect(delivery).toMatchObject({ state: "failed", attempts: { length: 3 } });
  expect(delivery.attempts[0]?.error).toContain("ECONNREFUSED");
});

it("checks the certificate unless that is switched off", async () => {
  const store = start();
  const strict = addHook(store, `${secure.url}/ok`);
  const refused = await ended(store, strict, send(store, strict));
  expect(refused.attempts[0]?.error).toMatch(/self-signed certificate/);
  expect(secure.received).toEqual([]);
  const lenient = addHook(store, `${secure.url}/ok`, { checksCertificates: false });
  const delivered = await ended(store, lenient, send(store, lenient));
  expect(delivered.state).toBe("delivered");
  expect(secure.received).toHaveLength(1);
});

describe("addresses", () => {
  const never = { attempts: { length: 1 }, state: "failed" };

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://2852039166/",
  ])("%s is refused also where local ones are allowed", async (url) => {
    const delivery = await deliverTo(url);
    expect(delivery).toMatchObject(never);
    expect(delivery.attempts[0]?.error).toContain("may not be reached");
  });

  it.each(["http://10.0.0.1/", "http://192.168.1.1/", "http://[fd00:ec2::254]/", "http://localhost:1/"])(
    "%s is refused unless local ones are allowed",
    async (url) => expect(await deliverTo(url, { isLocalAllowed: false })).toMatchObject(never),
  );

  it("checks the addresses of a name when it connects", async () => {
    const addresses = ["93.184.216.34", "127.0.0.1"];
    const requestedUrls: string[] = [];
    const rebinding: Resolve = async (name) => {
      requestedUrls.push(name);
      return [{ address: addresses[requestedUrls.length] ?? "169.254.169.254", family: 4 }];
    };
    const before = receiver.received.length;
    const url = `http://hooks.example:${receiver.port}/ok`;
    const local = await deliverTo(url, { isLocalAllowed: false, post: new EventPoster(rebinding).post });
    expect(local).toMatchObject(never);
    const metadata = await deliverTo(url, { post: new EventPoster(rebinding).post });
    expect(metadata).toMatchObject(never);
    // One forbidden address is enough.
    const both: Resolve = async () => [
      { address: "127.0.0.1", family: 4 },
      { address: "169.254.169.254", family: 4 },
    ];
    expect(await deliverTo(url, { post: new EventPoster(both).post })).toMatchObject(never);
    expect(receiver.received).toHaveLength(before);
    const honest: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    expect(await deliverTo(url, { post: new EventPoster(honest).post })).toMatchObject({
      state: "delivered",
    });
    expect(receiver.received.at(-1)?.headers.host).toBe(`hooks.example:${receiver.port}`);
  });
});

it("a receiver that hangs does not block the others", async () => {
  const store = start({ limits: { connectMs: 2_000, totalMs: 60_000, maxBodyBytes: 1024 } });
  const slow = addHook(store, `${receiver.url}/hangs`);
  const quick = addHook(store, `${receiver.url}/ok`);
  send(store, slow);
  expect(await ended(store, quick, send(store, quick))).toMatchObject({ state: "delivered" });
});

it("stores the last hundred deliveries of a hook", async () => {
  const store = start();
  const hook = addHook(store, `${receiver.url}/ok`);
  const ids = Array.from({ length: 105 }, () => send(store, hook));
  const oldest = () => listDeliveries(store, hook.id, { limit: 1, offset: 99 });
  // Several are sent side by side: the last one may end before others do, which are listed until then.
  await expect.poll(() => oldest().total, { timeout: 20_000 }).toBe(100);
  expect(oldest().deliveries[0]?.id).toBe(ids[5]);
});

it("queues an event for every hook, and drops it when its change is rolled back", async () => {
  const store = start();
  const hook = addHook(store, `${receiver.url}/ok`);
  const user = insertUser(store, { username: "ada", name: "Ada", email: "ada@example.test" });
  expect(() =>
    store.transaction(() => {
      emitSystemEvent(store, { name: "user_destroy", user });
      throw new Error("the change failed");
    }),
  ).toThrow("the change failed");
  const before = receiver.received.length;
  emitSystemEvent(store, { name: "user_create", user });
  const { deliveries } = listDeliveries(store, hook.id, { limit: 10, offset: 0 });
  expect(deliveries).toHaveLength(1);
  await ended(store, hook, deliveries[0]?.id ?? 0);
  expect(receiver.received.slice(before).map(({ body }) => body)).toEqual([
    {
      event_name: "user_create",
      created_at: user.createdAt,
      updated_at: expect.any(String),
      user_id: user.id,
      name: "Ada",
      username: "ada",
      email: "ada@example.test",
    },
  ]);
});
