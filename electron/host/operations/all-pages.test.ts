import { describe, expect, it } from "vitest";
import { hostHeaders, listGap } from "../../../shared/host/accounts.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { branchOf, type MockHandler, mockService, sendJson } from "../testing/mock-service.ts";

const all = Array.from({ length: 950 }, (_, index) => branchOf(`b${index}`));

async function setUp(handler: MockHandler) {
  const service = await mockService(handler);
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  return {
    service,
    branches: (query = "") =>
      host.request(`/accounts/${id}/operations/projects/1/repository/branches?helve-pages=all${query}`),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const gapOf = (response: Response) => {
  const text = response.headers.get(hostHeaders.gap);
  return text === null ? null : listGap.parse(JSON.parse(decodeURIComponent(text)));
};

/** Pages of the first 49 entries, 20 each, with headers that a test chooses. */
const shortList =
  (headers: (page: number, base: string) => Record<string, string>): MockHandler =>
  (request, response) => {
    if (!request.path.includes("/branches")) return;
    const { page } = pageOf(request.path);
    sendJson(
      response,
      short.slice((page - 1) * 20, page * 20),
      headers(page, `http://${request.headers.host}`),
    );
  };
const short = all.slice(0, 49);

const pageOf = (path: string) => {
  const search = new URL(path, "http://x").searchParams;
  return { page: Number(search.get("page") ?? 1), perPage: Number(search.get("per_page") ?? 20), search };
};

describe("all pages", () => {
  it("are requested in parallel and returned in order where the total is known", async () => {
    let running = 0;
    let maxRunning = 0;
    await using setup = await setUp(async (request, response) => {
      if (!request.path.includes("/branches")) return;
      const { page, perPage } = pageOf(request.path);
      running++;
      maxRunning = Math.max(maxRunning, running);
      // Later pages arrive first.
      await new Promise((resolve) => setTimeout(resolve, page === 1 ? 0 : 60 - page * 5));
      running--;
      const pages = Math.ceil(all.length / perPage);
      sendJson(response, all.slice((page - 1) * perPage, page * perPage), {
        "x-total": String(all.length),
        "x-total-pages": String(pages),
        "x-per-page": String(perPage),
        "x-next-page": page < pages ? String(page + 1) : "",
      });
    });
    const response = await setup.branches();
    expect(await response.json()).toEqual(all);
    expect(setup.service.calls()).toHaveLength(10);
    expect(maxRunning).toBeGreaterThan(3);
    expect(maxRunning).toBeLessThanOrEqual(8);
    expect(response.headers.get("x-total")).toBe("950");
    expect(response.headers.get("x-next-page")).toBeNull();
  });

  it("follow links where nothing is counted, keyset too, and never to the link's own host", async () => {
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/branches")) return;
      const { search } = pageOf(request.path);
      const from = Number(search.get("page_token") ?? 0);
      const next = from + 300;
      sendJson(response, all.slice(from, next), {
        ...(next < all.length
          ? { link: `<https://other.example/api/v4/x?pagination=keyset&page_token=${next}>; rel="next"` }
          : {}),
      });
    });
    expect(await (await setup.branches()).json()).toEqual(all);
    expect(setup.service.calls().map(({ path }) => pageOf(path).search.get("page_token"))).toEqual([
      null,
      "300",
      "600",
      "900",
    ]);
  });

  it("reports what is missing when a page in the middle fails, and is empty when there is nothing", async () => {
    let empty = false;
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/branches")) return;
      if (empty) return sendJson(response, [], { "x-total-pages": "0" });
      const { page } = pageOf(request.path);
      if (page === 3) return response.writeHead(403, { "content-type": "application/json" }).end("{}");
      sendJson(response, [branchOf(`b${page}`)], { "x-total-pages": "5", "x-total": "5", "x-per-page": "1" });
    });
    const partial = await setup.branches();
    expect(await partial.json()).toEqual([branchOf("b1"), branchOf("b2")]);
    expect(gapOf(partial)).toEqual({
      reason: "failed",
      have: 2,
      total: 5,
      message: expect.any(String),
    });
    empty = true;
    expect(await (await setup.branches("&search=none")).json()).toEqual([]);
  });

  it("requests no further page once the app's page has gone", async () => {
    const stop = new AbortController();
    let calls = 0;
    await using service = await mockService((request, response) => {
      if (!request.path.includes("/branches")) return;
      calls++;
      const { page } = pageOf(request.path);
      if (page > 1) return stop.abort();
      sendJson(response, [branchOf("main")], { "x-total-pages": "100", "x-total": "100", "x-per-page": "1" });
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const path = `/accounts/${id}/operations/projects/1/repository/branches?helve-pages=all`;
    const response = await host.request(path, { signal: stop.signal });
    expect(problem.parse(await response.json()).code).toBe("canceled");
    expect(calls).toBeLessThanOrEqual(9);
  });
});

describe("a list whose paging headers are wrong", () => {
  const link = (target: string) => ({ link: `<${target}>; rel="next"` });
  const path = "/api/v4/projects/1/repository/branches";

  it("is read to its end where there are none, or where some are missing", async () => {
    await using none = await setUp(shortList(() => ({})));
    const whole = await none.branches();
    expect([await whole.json(), gapOf(whole)]).toEqual([short, null]);
    expect(none.service.calls().length).toBeLessThanOrEqual(7);
    await using some = await setUp(
      shortList(
        (page): Record<string, string> =>
          page === 2 ? {} : { "x-next-page": page < 3 ? String(page + 1) : "" },
      ),
    );
    const rest = await some.branches();
    expect([await rest.json(), gapOf(rest)]).toEqual([short, null]);
  });

  it("is read once where it is not paged at all", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/branches")) sendJson(response, short);
    });
    const whole = await setup.branches();
    expect([await whole.json(), gapOf(whole)]).toEqual([short, null]);
    expect(setup.service.calls()).toHaveLength(2);
  });

  it("ends where links go in a circle, and reports it", async () => {
    await using setup = await setUp(
      shortList((page, base) => link(`${base}${path}?per_page=100&page=${page === 2 ? 1 : page + 1}`)),
    );
    const list = await setup.branches();
    expect(await list.json()).toEqual(short.slice(0, 40));
    expect(gapOf(list)).toEqual({ reason: "repeats", have: 40, total: null, message: "" });
    expect(setup.service.calls().length).toBeLessThanOrEqual(4);
  });

  it("ends where totals are huge or next pages grow without end, and reports it", async () => {
    await using huge = await setUp(shortList(() => ({ "x-total-pages": "1000000000", "x-per-page": "20" })));
    const list = await huge.branches();
    expect([await list.json(), gapOf(list)?.reason]).toEqual([short, "endless"]);
    expect(huge.service.calls().length).toBeLessThanOrEqual(30);
    await using growing = await setUp(shortList((page) => ({ "x-next-page": String(page + 1) })));
    const grown = await growing.branches();
    expect([await grown.json(), gapOf(grown)?.reason]).toEqual([short, "endless"]);
    await using same = await setUp((request, response) => {
      if (!request.path.includes("/branches")) return;
      sendJson(response, [branchOf("main")], { "x-next-page": String(pageOf(request.path).page + 1) });
    });
    const repeated = await same.branches();
    expect([await repeated.json(), gapOf(repeated)?.reason]).toEqual([[branchOf("main")], "repeats"]);
  });

  it("never leaves the account's own service", async () => {
    await using other = await mockService((_, response) => sendJson(response, ["theirs"]));
    await using setup = await setUp(
      shortList(
        (page): Record<string, string> =>
          page < 3 ? link(`${other.url}/evil?page=${page + 1}`) : { link: "" },
      ),
    );
    const list = await setup.branches();
    expect([await list.json(), gapOf(list)]).toEqual([short, null]);
    expect(other.seen).toEqual([]);
  });
});

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly body: string;
}
const entry = (id: number, name = `b${id}`): Entry => ({ id, name, body: "" });
const entries = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(from + index));

/** One request for a page, which a test may respond to with other entries and headers. */
interface Asked {
  readonly page: number;
  /** Number of the pass in which it is requested, from 1. */
  readonly pass: number;
  readonly search: URLSearchParams;
  readonly origin: string;
}
interface Sent {
  readonly entries?: readonly Entry[];
  readonly headers?: Readonly<Record<string, string | null>>;
}

const perPage = 20;

/** Reads a whole list of a service that pages `all` right but for what `change` does. */
async function read(
  all: (asked: Asked) => readonly Entry[],
  change: (asked: Asked) => Sent = () => ({}),
  path = "repository/branches",
) {
  let pass = 0;
  await using service = await mockService((request, response) => {
    if (!request.path.includes(`/projects/1/${path}`)) return;
    const { searchParams: search } = new URL(request.path, "http://x");
    const page = Number(search.get("page") ?? 1);
    if (!search.has("page") && !search.has("page_token")) pass++;
    const asked = { page, pass, search, origin: `http://${request.headers.host}` };
    const list = all(asked);
    const sent = change(asked);
    const pages = Math.ceil(list.length / perPage);
    const next = page < pages ? String(page + 1) : "";
    const headers: Record<string, string | null> = {
      "x-total": String(list.length),
      "x-total-pages": String(pages),
      "x-per-page": String(perPage),
      "x-page": String(page),
      "x-next-page": next,
      link: next ? `<${asked.origin}/api/v4/projects/1/${path}?per_page=20&page=${next}>; rel="next"` : null,
      ...sent.headers,
    };
    const body = sent.entries ?? list.slice((page - 1) * perPage, page * perPage);
    sendJson(
      response,
      body,
      Object.fromEntries(
        Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null),
      ),
    );
  });
  await using host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const response = await host.request(`/accounts/${id}/operations/projects/1/${path}?helve-pages=all`);
  const text = response.headers.get(hostHeaders.gap);
  return {
    ids: ((await response.json()) as Entry[]).map((entry) => entry.id),
    gap: text === null ? null : listGap.parse(JSON.parse(decodeURIComponent(text))),
    calls: service.calls().length,
  };
}

const fixed = entries(49);
const ids = fixed.map(({ id }) => id);
const silent = { "x-next-page": null, "x-total": null, "x-total-pages": null, "x-page": null };

describe("a whole list that is short or doubled has a gap", () => {
  it.each<[string, (asked: Asked) => Sent, number]>([
    ["an empty page with a total", ({ page }) => (page === 2 ? { entries: [] } : {}), 29],
    ["an empty first page with a total", () => ({ entries: [] }), 0],
    ["a page with too few entries", ({ page }) => (page === 1 ? { entries: fixed.slice(0, 10) } : {}), 39],
    [
      "a total that shrinks, and pages with it",
      ({ page }) =>
        page === 1 ? {} : { entries: [], headers: { "x-total": "20", "x-next-page": "", link: null } },
      20,
    ],
    ["a total that no page reaches", () => ({ headers: { "x-total": "60" } }), 49],
  ])("after %s", async (_, change, have) => {
    const list = await read(() => fixed, change);
    expect(list.ids).toHaveLength(have);
    expect(list.gap).toMatchObject({ have, reason: expect.stringMatching(/short|endless/) });
    expect(list.gap?.total).toBeGreaterThan(have);
  });

  it("after pages that repeat entries instead of others", async () => {
    const list = await read(
      () => fixed,
      ({ page }) => (page === 2 ? { entries: fixed.slice(3, 23) } : {}),
    );
    expect(list.ids).toEqual([...ids.slice(0, 23), ...ids.slice(40)]);
    expect(list.gap).toMatchObject({ reason: "short", have: 32, total: 49 });
  });

  it("after cursors that repeat most of a page, where nothing is counted", async () => {
    const list = await read(
      () => fixed,
      ({ search, origin }) => {
        const from = Number(search.get("page_token") ?? 0);
        const link = `<${origin}/x?pagination=keyset&page_token=${from + 5}>; rel="next"`;
        return {
          entries: fixed.slice(from, from + 20),
          headers: { ...silent, link: from < 30 ? link : null },
        };
      },
    );
    expect(list.ids).toEqual(ids);
    expect(list.gap?.reason).toBe("repeats");
  });

  it("after a cursor that leads nowhere", async () => {
    const list = await read(
      () => fixed,
      ({ search, origin }) => ({
        entries: search.has("page_token") ? fixed.slice(20, 40) : fixed.slice(0, 20),
        headers: {
          ...silent,
          link: `<${origin}/x${search.has("page_token") ? "" : "?page_token=2"}>; rel="next"`,
        },
      }),
    );
    expect([list.ids, list.gap?.reason]).toEqual([ids.slice(0, 40), "failed"]);
  });
});

describe("a whole list is read to its end", () => {
  it.each<[string, (asked: Asked) => Record<string, string | null>]>([
    [
      "a `next` without a query",
      ({ origin }) => ({ ...silent, link: `<${origin}/api/v4/projects/1/x>; rel="next"` }),
    ],
    [
      "a `next` of another list",
      ({ page, origin }) => ({
        ...silent,
        link: `<${origin}/api/v4/users?page=${page + 1}&search=x>; rel="next"`,
      }),
    ],
    [
      "a `next` that is no address",
      ({ page }) => ({
        "x-total": null,
        "x-total-pages": null,
        "x-next-page": String(page + 1),
        link: `<http://[>; rel="next"`,
      }),
    ],
    [
      "an X-Next-Page that skips a page",
      ({ page }) => ({ "x-total": null, "x-total-pages": null, link: null, "x-next-page": String(page + 2) }),
    ],
    [
      "an X-Next-Page that contradicts the link",
      () => ({ "x-total": null, "x-total-pages": null, "x-next-page": "1" }),
    ],
    [
      "totals of one page",
      ({ page }) =>
        page === 1 ? { "x-total": "20", "x-total-pages": "1", "x-next-page": "", link: null } : {},
    ],
    [
      "a first page that says that it is the last",
      ({ page }) => (page === 1 ? { ...silent, link: null, "x-page": "1" } : {}),
    ],
  ])("after %s", async (_, headers) => {
    const list = await read(
      () => fixed,
      (asked) => (asked.page > 3 ? {} : { headers: asked.page === 3 ? {} : headers(asked) }),
    );
    expect([list.ids, list.gap]).toEqual([ids, null]);
  });

  it("requests no page beyond one that is not full", async () => {
    const list = await read(() => fixed);
    expect([list.ids, list.gap, list.calls]).toEqual([ids, null, 3]);
  });
});

describe("a list that others change while it is read has no gap", () => {
  it.each<[string, (asked: Asked) => readonly Entry[]]>([
    ["grew once", ({ page, pass }) => (pass === 1 && page === 1 ? fixed : [entry(99), ...fixed])],
    ["shrank once", ({ page, pass }) => (pass === 1 && page === 1 ? fixed : fixed.slice(1))],
    ["grows with every page", ({ page, pass }) => [...entries(page + 3 * pass, 100).toReversed(), ...fixed]],
    ["shrinks with every page", ({ page, pass }) => fixed.slice(page + 3 * pass)],
  ])("that %s", async (_, all) => {
    const list = await read(all);
    expect(list.gap).toBeNull();
    expect(new Set(list.ids).size).toBe(list.ids.length);
    expect(list.calls).toBeLessThanOrEqual(8);
  });

  it("that a service counts without its hidden entries", async () => {
    const notes = await read(
      () => fixed,
      ({ page }) => ({ entries: fixed.slice((page - 1) * perPage, page * perPage - 2) }),
      "merge_requests/1/notes",
    );
    expect([notes.gap, notes.calls]).toEqual([null, 3]);
  });

  it("that changed one of its entries, which is there once", async () => {
    const list = await read(
      () => fixed,
      ({ page, pass }) =>
        page === 2 && pass === 1 ? { entries: [entry(19, "new"), ...fixed.slice(20, 40)] } : {},
    );
    expect([list.ids, list.gap]).toEqual([ids, null]);
  });
});
