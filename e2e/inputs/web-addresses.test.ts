import { expect, it } from "vitest";
import { z } from "zod";
import { registerViews } from "../../renderer/app/compose-views.ts";
import { readWebLink } from "../../renderer/features/addresses/web-link.ts";
import { webUrl } from "../../renderer/features/addresses/web-url.ts";
import { readInputs } from "./read-inputs.ts";

registerViews();

/** The address within the app, and the parts that it leaves out; or the page that is nearest to what Helve has not. */
const right = z.union([
  z.strictObject({ opens: z.string(), left: z.array(z.string()).optional() }),
  z.strictObject({ unsupported: z.string() }),
]);

const accounts = [
  { id: "1", url: "https://forge.example" },
  { id: "2", url: "https://shared.example:8443/forge" },
];

const inputs = readInputs("./web-addresses.txt", right);

it.each(inputs.map((input) => [input.name, input] as const))("reads %s", (_, { text, right }) => {
  const link = readWebLink(text, accounts);
  const read =
    link?.kind === "page"
      ? { opens: link.href, ...(link.lost ? { left: link.lost } : {}) }
      : { unsupported: link?.nearest };
  expect(read).toEqual(right);
});

it("writes a web address of each that is read as the same again", () => {
  for (const { name, right } of inputs) {
    const opens = "opens" in right ? right.opens : right.unsupported;
    const account = accounts.find(({ id }) => opens.startsWith(`/a/${id}/`));
    const url = webUrl(opens, account?.url ?? "");
    const link = url === null ? null : readWebLink(url, accounts);
    // The service knows where such a ref ends.
    if (/\/(?:files|edit|commits)\?ref=[^&]*%2F/.test(opens) && !opens.includes("ref=refs%2F")) {
      expect([name, link]).toMatchObject([name, { kind: "page", refPage: {} }]);
      continue;
    }
    expect([name, link]).toMatchObject([name, { kind: "page", href: opens }]);
    expect(link).not.toHaveProperty("lost");
  }
});
