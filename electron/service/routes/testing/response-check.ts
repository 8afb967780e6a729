import { readFileHeaders } from "../../../../shared/api/contract/file-headers.ts";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { readLinks } from "../../../../shared/api/contract/paging.ts";
import type { TestResponse } from "./test-service.ts";

/** Returns where a response breaks its operation's contract: status, type, shape, paging, or the form of an error. */
export function differences(operation: AnyOperation, response: TestResponse): string[] {
  const { status, headers, bytes, body } = response;
  const type = headers.get("content-type") ?? "";
  if (status >= 400) return errorDifferences(operation, response);
  // Nothing was to be changed.
  if (status === 304 && operation.method === "POST") return bytes.length === 0 ? [] : ["304 has a body"];
  switch (operation.response.kind) {
    case "json": {
      const result = operation.response.schema.safeParse(body);
      return [
        ...(status === operation.status ? [] : [`the status should be ${operation.status}`]),
        ...(type.startsWith("application/json") ? [] : [`the type is ${type}`]),
        ...(result.success
          ? []
          : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)),
        ...(operation.paged ? pagingDifferences(response) : []),
      ];
    }
    case "headers": {
      const file = readFileHeaders(headers);
      const missing = Object.entries(file).filter(([, value]) => value === null);
      return [
        ...missing.map(([field]) => `no header for ${field}`),
        ...(bytes.length === 0 ? [] : ["a response of headers has a body"]),
      ];
    }
    case "none": {
      const accepted = status === 202 && bytes.toString() === '{"message":"202 Accepted"}';
      return [
        ...(status === operation.status ? [] : [`the status should be ${operation.status}`]),
        ...(bytes.length === 0 || accepted ? [] : ["there should be no body"]),
      ];
    }
    default:
      return [200, 206, 304].includes(status) ? [] : [`the status should be 200`];
  }
}

/** A refusal is JSON with a `message` or an `error`; HEAD has no body. */
function errorDifferences(operation: AnyOperation, { status, headers, bytes, body }: TestResponse): string[] {
  if (status === 416) return [];
  if (status >= 500 && status !== 501) return [`an error of the service's own: ${bytes}`];
  if (operation.method === "HEAD") return bytes.length === 0 ? [] : ["HEAD has a body"];
  const names = typeof body === "object" && body !== null ? Object.keys(body) : [];
  return [
    ...(headers.get("content-type")?.startsWith("application/json") ? [] : ["an error that is not JSON"]),
    ...(names.includes("message") || names.includes("error") ? [] : [`an error that says nothing: ${bytes}`]),
  ];
}

/** Compares the headers of a page with each other and with its body; keyset pages carry a `Link` only. */
function pagingDifferences({ headers, body }: TestResponse): string[] {
  const count = Array.isArray(body) ? body.length : 0;
  const number = (name: string) => {
    const text = headers.get(name);
    return text === null || text === "" ? null : Number(text);
  };
  const [page, perPage, total] = [number("x-page"), number("x-per-page"), number("x-total")];
  if (perPage === null) return ["no X-Per-Page"];
  const links = readLinks(headers.get("link"));
  const next = links.get("next");
  const found: string[] = count > perPage ? ["more entries than a page holds"] : [];
  if (page === null) return found;
  const pages = total === null ? null : Math.max(1, Math.ceil(total / perPage));
  const expected = {
    "x-next-page": next ? String(page + 1) : "",
    "x-prev-page": page > 1 ? String(page - 1) : "",
    ...(pages === null ? {} : { "x-total-pages": String(pages) }),
  };
  for (const [name, value] of Object.entries(expected)) {
    if (headers.get(name) !== value) found.push(`${name} is ${headers.get(name)}, should be ${value}`);
  }
  if (!links.has("first")) found.push("no link to the first page");
  if (links.has("last") !== (total !== null)) found.push("a link to the last page goes with a total");
  if (links.has("prev") !== page > 1) found.push("a link to the page before goes with page 2 and later");
  if (total !== null) {
    const here = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
    if (count !== here) found.push(`${count} entries, should be ${here}`);
    if ((next !== undefined) !== page * perPage < total) found.push("the link to the next page is wrong");
  }
  return found;
}
