import { describe, expect, it } from "vitest";
import { hostHeaders, listGap } from "../../../shared/host/accounts.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson } from "../testing/mock-service.ts";

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
