import type { Optional } from "../../optional.ts";

/** A list's paging headers; null where the service sends none. */
export interface Paging {
  readonly page: number;
  readonly perPage: number | null;
  readonly total: number | null;
  readonly totalPages: number | null;
  readonly nextPage: number | null;
  /** URL of the next page as the service wrote it (offset and keyset alike); its host may be another name of the service. */
  readonly nextUrl: string | null;
}

/** Header by which the host passes the `next` link on: a browser acts on `Link` itself, and loads what it names. */
const nextLinkHeader = "helve-next-link";

/** Replaces a `Link` header by one that a browser does nothing with; of its links `next` alone stays. */
export function disarmLinks(headers: Headers): void {
  const next = readLinks(headers.get("link")).get("next");
  headers.delete("link");
  if (next !== undefined) headers.set(nextLinkHeader, next);
}

/** Reads paging headers: `X-…` where they are, else `Link` (docs/compatibility.md, 4), disarmed or not. */
export function readPaging(headers: Headers): Paging {
  const link = headers.get(nextLinkHeader) ?? readLinks(headers.get("link")).get("next") ?? null;
  const nextUrl = link !== null && URL.canParse(link, "http://service") ? link : null;
  const linked =
    nextUrl === null ? null : toNumber(new URL(nextUrl, "http://service").searchParams.get("page"));
  return {
    page: toNumber(headers.get("x-page")) ?? 1,
    perPage: toNumber(headers.get("x-per-page")),
    total: toNumber(headers.get("x-total")),
    totalPages: toNumber(headers.get("x-total-pages")),
    nextPage: larger(toNumber(headers.get("x-next-page")), linked),
    nextUrl,
  };
}

/** Of two contradicting numbers of the next page the smaller one may lead back. */
const larger = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** Targets of a `Link` header by relation. */
export function readLinks(header: string | null): Map<string, string> {
  const links = new Map<string, string>();
  for (const match of (header ?? "").matchAll(/<([^>]*)>((?:\s*;\s*[\w*]+="?[^",;]*"?)*)/g)) {
    const relation = /rel="?([^";]+)"?/.exec(match[2] ?? "")?.[1];
    if (relation && match[1] !== undefined) links.set(relation, match[1]);
  }
  return links;
}

/** A page of a list, for {@link writePaging}. Without `total` it is not counted, and `more` says whether another follows. */
interface WrittenPage extends Optional<{ total: number }> {
  readonly page: number;
  readonly perPage: number;
  readonly more: boolean;
}

/** Characters of the longest `Link` header: clients refuse responses whose headers have more than 16 kB. */
const maxLinkLength = 8_000;

/** Paging headers as real services write them; `url` is the request's own, absolute. */
export function writePaging(headers: Headers, url: URL, { page, perPage, total, more }: WrittenPage): void {
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage));
  const next = more ? page + 1 : undefined;
  const previous = page > 1 ? page - 1 : undefined;
  const link = (number: number, relation: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    target.searchParams.set("per_page", String(perPage));
    target.searchParams.delete("private_token");
    target.searchParams.delete("access_token");
    return `<${target.href}>; rel="${relation}"`;
  };
  headers.set("X-Page", String(page));
  headers.set("X-Per-Page", String(perPage));
  headers.set("X-Next-Page", next === undefined ? "" : String(next));
  headers.set("X-Prev-Page", previous === undefined ? "" : String(previous));
  if (total !== undefined) {
    headers.set("X-Total", String(total));
    headers.set("X-Total-Pages", String(pages));
  }
  // In the order in which clients need them: those that do not fit are left out.
  const links = [
    ...(next === undefined ? [] : [link(next, "next")]),
    ...(previous === undefined ? [] : [link(previous, "prev")]),
    link(1, "first"),
    ...(pages === undefined ? [] : [link(pages, "last")]),
  ];
  let text = "";
  for (const part of links) {
    const longer = text === "" ? part : `${text}, ${part}`;
    if (longer.length > maxLinkLength) break;
    text = longer;
  }
  if (text !== "") headers.set("Link", text);
}

/** A header that was sent twice with the same value counts once. */
function toNumber(text: string | null): number | null {
  const [value, ...others] = new Set((text ?? "").split(",").map((part) => part.trim()));
  if (value === undefined || others.length > 0 || !/^\d+$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}
