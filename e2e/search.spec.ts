import { projectPath } from "../renderer/testing/page/project-path.ts";
import { expect, test } from "./fixtures/test.ts";

test("files are searched here from one archive, and a second search finds their texts at once", async ({
  page,
}) => {
  const read: string[] = [];
  page.on("request", (request) => {
    if (/repository\/(archive|blobs)/.test(request.url())) read.push(request.url());
  });
  await page.goto(`${projectPath("fjord/platform/toolbox", "search")}?q=buoy&here=1&include=buoys`);
  await expect(page.getByText(/\(all 5,\d+ searched\)/)).toBeVisible({ timeout: 30_000 });
  expect(read.filter((url) => url.includes("/archive"))).toHaveLength(1);
  const before = read.length;
  await page.getByRole("searchbox", { name: "Search in files" }).fill("lat");
  await expect(page.getByText(/\(all 5,\d+ searched\)/)).toBeVisible();
  expect(read.length).toBe(before);
});
