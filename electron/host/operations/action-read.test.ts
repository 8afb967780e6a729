import { expect, it } from "vitest";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson } from "../testing/mock-service.ts";

it("sends a GET that acts once, whatever the result, and never returns a cached response", async () => {
  const fires: string[] = [];
  let fails = false;
  await using service = await mockService(({ path }, response) => {
    if (path !== "/api/v4/hooks/1" && path !== "/api/v4/hooks") return;
    fires.push(path);
    if (fails) response.writeHead(503).end();
    else sendJson(response, path.endsWith("/1") ? { event_name: "project_create" } : []);
  });
  await using host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const call = (path: string) => host.request(`/accounts/${id}/operations${path}`);
  expect((await call("/hooks/1")).status).toBe(200);
  expect((await call("/hooks")).status).toBe(200);
  fails = true;
  fires.length = 0;
  expect((await call("/hooks/1")).ok).toBe(false);
  expect(fires).toEqual(["/api/v4/hooks/1"]);
  // A plain read is tried again.
  await call("/hooks");
  expect(fires.length).toBeGreaterThan(2);
});
