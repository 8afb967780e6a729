import { expect, it } from "vitest";
import { z } from "zod";
import type { HostRoute } from "../../../shared/host/host-route.ts";
import { hostRoutes } from "../../../shared/host/host-routes.ts";
import { routesWhoConfirms } from "./who-confirms.ts";

/** Names of a schema's fields, with a question mark after those that may be left out. */
function fieldsOf(schema: z.ZodType | undefined): string {
  if (!schema) return "";
  const {
    properties = {},
    required = [],
    allOf = [],
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  const parts = [{ properties, required }, ...allOf];
  return parts
    .flatMap((part) =>
      Object.keys(part.properties ?? {}).map((name) => (part.required?.includes(name) ? name : `${name}?`)),
    )
    .join(", ");
}

function returnedBy({ response, lines, raw, status }: HostRoute): string {
  if (response) return status ? `${status} JSON` : "JSON";
  return lines ? "JSON lines" : (raw ?? "204");
}

function confirmedBy(key: string): string {
  const who = routesWhoConfirms[key];
  if (!who) throw new Error(`Nothing says who confirms ${key}`);
  return who.by === "shell" ? `the shell: ${who.what}` : `nobody: ${who.why}`;
}

const row = (route: HostRoute) =>
  `| \`${route.key}\` | ${fieldsOf(route.query)} | ${fieldsOf(route.body)} | ${returnedBy(route)} | ${confirmedBy(route.key)} |`;

it("has the reference of every route", async () => {
  const sections = Object.entries(hostRoutes).map(([subject, routes]) =>
    [
      `## ${subject}`,
      "",
      "| Route | Query | Body | Returns | Confirmed by |",
      "| --- | --- | --- | --- | --- |",
      ...Object.values<HostRoute>(routes).map(row),
    ].join("\n"),
  );
  const text = `# Routes of the host

Generated from \`shared/host\` and \`electron/host/confirmation/who-confirms.ts\`; \`npx vitest run --project host electron/host/confirmation -u\` writes it anew. The page reaches them below \`/-\`. Every failed response is a problem of \`shared/problem.ts\`.

${sections.join("\n\n")}
`;
  await expect(text).toMatchFileSnapshot("../../../docs/host-routes.md");
});
