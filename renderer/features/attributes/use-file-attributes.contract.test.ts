import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { attributesOf, readFileAttributes } from "../../../shared/attributes.ts";
import { diagnosticRoutes } from "../../../shared/host/diagnostics.ts";
import { callHost } from "../../api/fetch-host.ts";
import { pageForTests } from "../../testing/page-over-service.ts";
import { attributesQuery } from "./use-file-attributes.ts";

const page = pageForTests();

const reader = async () => {
  const commit = await page.service.run(page.project, "rev-parse", "main");
  const client = new QueryClient();
  return (folder: string) =>
    client.fetchQuery(attributesQuery(page.account.id, page.project.fullPath, commit, folder));
};

test("reads the attributes of folders, and remembers a missing file without an entry in Diagnostics", async () => {
  await page.service.commit(page.project, {
    files: {
      ".gitattributes": "*.svg -diff\n*.x gitlab-language=ruby\n",
      "gen/.gitattributes": "*.pb linguist-generated\n",
      "gen/ü/a.pb": "1\n",
    },
  });
  const read = await reader();
  const files = [await read(""), await read("gen"), await read("gen/ü")];
  expect(files[2]).toBeNull();
  const found = files.filter((file) => file !== null);
  expect(readFileAttributes(attributesOf(found, "gen/ü/a.pb")).generated).toBe(true);
  expect(readFileAttributes(attributesOf(found, "gen/a.svg")).diff).toBe(false);
  expect(readFileAttributes(attributesOf(found, "a.x")).language).toBe("ruby");
  expect(await callHost(diagnosticRoutes.list, {})).toEqual([]);
  // Nothing is requested twice, not even what is not there.
  page.breaks = () => "before";
  expect([await read("gen/ü"), await read("gen")]).toEqual([null, files[1]]);
});

test("ignores a very long file", async () => {
  await page.service.commit(page.project, {
    files: { ".gitattributes": "*.svg -diff\n".repeat(30_000) },
  });
  expect(await (await reader())("")).toBeNull();
});
