import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { hostHeaders, listGap } from "../../../shared/host/accounts.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { type Handler, mockService, sendJson } from "../testing/mock-service.ts";

const all = Array.from({ length: 950 }, (_, index) => ({ name: `b${index}` }));

async function setUp(handler: Handler) {
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
  (headers: (page: number, base: string) => Record<string, string>): Handler =>
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
      sendJson(response, [{ name: `b${page}` }], { "x-total-pages": "5", "x-total": "5", "x-per-page": "1" });
    });
    const partial = await setup.branches();
    expect(await partial.json()).toEqual([{ name: "b1" }, { name: "b2" }]);
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
      sendJson(response, [{ name: "main" }], { "x-total-pages": "100", "x-total": "100", "x-per-page": "1" });
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
      sendJson(response, [{ name: "main" }], { "x-next-page": String(pageOf(request.path).page + 1) });
    });
    const repeated = await same.branches();
    expect([await repeated.json(), gapOf(repeated)?.reason]).toEqual([[{ name: "main" }], "repeats"]);
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
