import { expect, it } from "vitest";
import { runner, runnerDetail } from "../../../../shared/api/resources/runners.ts";
import { fleetRow } from "../fleet/fleet-row.ts";
import { runnersTable, toCsv } from "./use-runners-export.ts";

it("quotes as RFC 4180 requires and ends every line with CRLF", () => {
  expect(
    toCsv([
      ["a", "b,c", 'say "x"'],
      ["two\nlines", null, 7],
    ]),
  ).toBe('a,"b,c","say ""x"""\r\n"two\nlines",,7\r\n');
});

it.each(["=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "  =cmd|' /C calc'!A0"])("neutralises %j", (text) => {
  expect(toCsv([[text]])).toBe(`'${text}\r\n`);
});

it("leaves numbers and plain text as they are", () => {
  expect(toCsv([[-3, "a=b", "e-mail", "192.0.2.1"]])).toBe("-3,a=b,e-mail,192.0.2.1\r\n");
});

it("writes a runner with what is known of it, and empty fields for what is not", () => {
  const entry = {
    id: 7,
    description: "=pier",
    status: "online",
    runner_type: "group_type",
    ip_address: "192.0.2.1",
  };
  const details = runnerDetail.parse({
    ...entry,
    tag_list: ["a", "b"],
    maximum_timeout: 600,
    locked: true,
  });
  const [head, known, listed] = runnersTable([
    fleetRow(runner.parse(entry), details),
    fleetRow(runner.parse(entry)),
  ]);
  const field = (name: string, row: readonly unknown[] | undefined) => row?.[head?.indexOf(name) ?? -1];
  expect(field("tags", known)).toBe("a, b");
  expect(field("maximum_timeout_seconds", known)).toBe(600);
  expect(field("locked", known)).toBe("yes");
  expect(field("locked", listed)).toBeNull();
  expect(toCsv([known ?? []])).toContain("7,'=pier,");
});
