import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLinks, readPaging, writePaging } from "./paging.ts";

const url = new URL("http://service/api/v4/projects?search=a,b%3E&private_token=secret&page=9");

describe("paging headers", () => {
  it("of a service that sends nonsense are as if they were not there", () => {
    const read = (headers: Record<string, string>) => readPaging(new Headers(headers));
    expect(read({ link: '<http://[>; rel="next"' })).toMatchObject({ nextUrl: null, nextPage: null });
    expect(read({ "x-total": "9".repeat(400), "x-next-page": "9".repeat(20) })).toMatchObject({
      total: null,
      nextPage: null,
    });
    expect(read({ "x-next-page": "1", link: '<http://x/y?page=3>; rel="next"' }).nextPage).toBe(3);
  });

  it("are read as they were written", () => {
    const pages = fc.record({
      page: fc.integer({ min: 1, max: 500 }),
      perPage: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(pages, fc.nat(60_000), ({ page, perPage }, total) => {
        const headers = new Headers();
        const more = page * perPage < total;
        writePaging(headers, url, { page, perPage, total, more });
        const read = readPaging(headers);
        expect(read).toMatchObject({ page, perPage, total, nextPage: more ? page + 1 : null });
        expect(read.totalPages).toBe(Math.max(1, Math.ceil(total / perPage)));
        expect(read.nextUrl === null).toBe(!more);
      }),
    );
  });

  it("keep the query in their links, and never a token", () => {
    const headers = new Headers();
    writePaging(headers, url, { page: 2, perPage: 20, total: 100, more: true });
    const links = readLinks(headers.get("link"));
    expect([...links.keys()]).toEqual(["next", "prev", "first", "last"]);
    const next = new URL(links.get("next") ?? "");
    expect(Object.fromEntries(next.searchParams)).toEqual({ search: "a,b>", page: "3", per_page: "20" });
    expect(headers.get("link")).not.toContain("secret");
  });

  it("leave out links that would make them too long for clients", () => {
    const long = new URL(`http://service/api/v4/projects?search=${"x".repeat(3_000)}`);
    const headers = new Headers();
    writePaging(headers, long, { page: 2, perPage: 20, total: 100, more: true });
    expect([...readLinks(headers.get("link")).keys()]).toEqual(["next", "prev"]);
    long.searchParams.set("search", "x".repeat(9_000));
    const without = new Headers();
    writePaging(without, long, { page: 2, perPage: 20, total: 100, more: true });
    expect(without.get("link")).toBeNull();
    expect(readPaging(without).nextPage).toBe(3);
  });

  it("of an uncounted list have no totals and no last page", () => {
    const headers = new Headers();
    writePaging(headers, url, { page: 1, perPage: 20, more: true });
    expect(readPaging(headers)).toMatchObject({ total: null, totalPages: null, nextPage: 2 });
    expect(readLinks(headers.get("link")).has("last")).toBe(false);
  });

  it("are read from Link alone, offset and keyset", () => {
    const offset = new Headers({
      link: '<https://other.example/api/v4/groups?page=4&per_page=20>; rel="next", <https://other.example/x>; rel="first"',
    });
    expect(readPaging(offset)).toMatchObject({ nextPage: 4, total: null });
    const keyset = new Headers({ link: '<https://other.example/api/v4/projects?id_after=42>; rel="next"' });
    expect(readPaging(keyset)).toMatchObject({
      nextPage: null,
      nextUrl: "https://other.example/api/v4/projects?id_after=42",
    });
  });

  it("may be missing or empty", () => {
    expect(readPaging(new Headers())).toEqual({
      page: 1,
      perPage: null,
      total: null,
      totalPages: null,
      nextPage: null,
      nextUrl: null,
    });
    expect(readPaging(new Headers({ "x-next-page": "", "x-total": "" }))).toMatchObject({ total: null });
  });
});
