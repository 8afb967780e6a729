import { expect, it } from "vitest";
import { parseUserQuery, parseUserSort, readUserQuery } from "./users-query.ts";

const read = (text: string) => readUserQuery(parseUserQuery(text));

it("parses text and every filter", () => {
  expect(
    read(
      "åsa lind state:active external:yes two-factor:disabled username:asa provider:ldap uid:cn=asa created-after:2026-02-01",
    ),
  ).toEqual({
    input: {
      search: "åsa lind",
      active: true,
      external: true,
      two_factor: "disabled",
      username: "asa",
      provider: "ldap",
      extern_uid: "cn=asa",
      created_after: "2026-02-01T00:00:00.000Z",
    },
    problems: [],
  });
  expect(read("state:blocked")).toEqual({ input: { blocked: true }, problems: [] });
});

it("reports unknown filters, and queries by the rest", () => {
  const { input, problems } = read("mateo state:gone created-before:soon uid:7");
  expect(input).toEqual({ search: "mateo" });
  expect(problems).toEqual([
    "state:gone is not valid. Use state:active or state:blocked.",
    "provider: and uid: work only together.",
    "created-before:soon is not valid. Use a date such as 2026-03-31.",
  ]);
});

it("reads a sort", () => {
  expect(parseUserSort("created_at-desc")).toEqual({ key: "created_at", direction: "desc" });
  for (const text of [undefined, "", "email-asc", "name-up"]) expect(parseUserSort(text)).toBeNull();
});
