import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { type Handler, roughService, sendJson } from "../testing/rough-service.ts";

const all = Array.from({ length: 950 }, (_, index) => ({ name: `b${index}` }));

async function setUp(handler: Handler) {
  const service = await roughService(handler);
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  return {
    service,
    branches: (query = "") =>
      host.ask(`/accounts/${id}/operations/projects/1/repository/branches?helve-pages=all${query}`),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const pageOf = (path: string) => {
  const search = new URL(path, "http://x").searchParams;
  return { page: Number(search.get("page") ?? 1), perPage: Number(search.get("per_page") ?? 20), search };
};

describe("all pages", () => {
  it("come side by side and in order where the total is known", async () => {
    let running = 0;
    let most = 0;
    await using the = await setUp(async (request, response) => {
      if (!request.path.includes("/branches")) return;
      const { page, perPage } = pageOf(request.path);
      running++;
      most = Math.max(most, running);
      // Later pages answer first.
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
    const response = await the.branches();
    expect(await response.json()).toEqual(all);
    expect(the.service.calls()).toHaveLength(10);
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThanOrEqual(8);
    expect(response.headers.get("x-total")).toBe("950");
    expect(response.headers.get("x-next-page")).toBeNull();
  });

  it("follow links where nothing is counted, keyset too, and never to the link's own host", async () => {
    await using the = await setUp((request, response) => {
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
    expect(await (await the.branches()).json()).toEqual(all);
    expect(the.service.calls().map(({ path }) => pageOf(path).search.get("page_token"))).toEqual([
      null,
      "300",
      "600",
      "900",
    ]);
  });

  it("is a problem when a page in the middle cannot be had, and an empty array when there is nothing", async () => {
    let empty = false;
    await using the = await setUp((request, response) => {
      if (!request.path.includes("/branches")) return;
      if (empty) return sendJson(response, [], { "x-total-pages": "0" });
      const { page } = pageOf(request.path);
      if (page === 3) return response.writeHead(403, { "content-type": "application/json" }).end("{}");
      sendJson(response, [{ name: `b${page}` }], { "x-total-pages": "5", "x-total": "5", "x-per-page": "1" });
    });
    expect(problem.parse(await (await the.branches()).json()).code).toBe("forbidden");
    empty = true;
    expect(await (await the.branches("&search=none")).json()).toEqual([]);
  });

  it("asks no further page once the page of the app has gone", async () => {
    const stop = new AbortController();
    let asked = 0;
    await using service = await roughService((request, response) => {
      if (!request.path.includes("/branches")) return;
      asked++;
      const { page } = pageOf(request.path);
      if (page > 1) return stop.abort();
      sendJson(response, [1], { "x-total-pages": "100", "x-total": "100", "x-per-page": "1" });
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const path = `/accounts/${id}/operations/projects/1/repository/branches?helve-pages=all`;
    const response = await host.ask(path, { signal: stop.signal });
    expect(problem.parse(await response.json()).code).toBe("canceled");
    expect(asked).toBeLessThanOrEqual(9);
  });
});
