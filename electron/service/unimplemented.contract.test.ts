import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../shared/api/index.ts";
import { operationKey } from "../../shared/api/operation.ts";
import type { Listening } from "./listen.ts";
import { implemented } from "./server.ts";
import { startService } from "./start.ts";

const token = "hlv-unimplemented-operations";
let folder: string;
let service: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-501-"));
  service = await startService({ folder, port: 0, adminToken: token, sample: false });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const missing = Object.values(operations).filter((operation) => !implemented.has(operation));

it.each(missing.map((operation) => [operationKey(operation), operation] as const))(
  "%s says that it is not implemented",
  async (key, operation) => {
    const path = operation.path.replace(/[:*]\w+/g, "1").replace(/\[.*\]/, "");
    const response = await fetch(`${service.url}/api/v4${path}`, {
      method: operation.method,
      headers: { "private-token": token },
    });
    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({ message: `501 Not Implemented: ${key}` });
  },
);
