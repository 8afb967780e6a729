import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import {
  type TraceState,
  traceBytesPath,
  traceFollowPath,
  tracePath,
  traceState,
} from "../../../shared/host/traces.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { endedJob, runningJob, sendPart, traceService } from "../testing/trace-service.ts";

const polling = { first: 10, longest: 40, linger: 50 };
const text = (lines: number, from = 0): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, index) => `line ${from + index} of the job\n`).join(""));

async function stateOf(host: HostInFolder, path: string): Promise<TraceState> {
  const response = await host.ask(path);
  if (!response.ok) throw new Error(await response.text());
  return traceState.parse(await response.json());
}

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

describe("traces", () => {
  it.each(["whole", "part"] as const)("are followed to their end, sent as a %s", async (kind) => {
    await using service = await traceService();
    if (kind === "part") service.send = sendPart;
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    service.jobs.set(5, runningJob);
    service.traces.set(5, text(1000));
    const path = tracePath(id, "group/project", 5);
    const first = await stateOf(host, path);
    expect(first).toMatchObject({ size: text(1000).length, complete: false, problem: null });

    const body = bytesOf(await host.ask(traceFollowPath(path, first.generation, 0)));
    service.traces.set(5, text(2000));
    await expect.poll(() => service.reads("trace").length).toBeGreaterThan(3);
    service.traces.set(5, text(3000));
    service.jobs.set(5, endedJob);
    expect((await body).equals(text(3000))).toBe(true);
    const last = await stateOf(host, path);
    expect(last).toEqual({ ...first, size: text(3000).length, complete: true });
    expect(service.reads("trace")[0]?.path).toContain("/projects/group%2Fproject/jobs/5/trace");

    const part = await host.ask(traceBytesPath(path, first.generation), { headers: { range: "bytes=5-9" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      `bytes 5-9/${text(3000).length}`,
      "0 of ",
    ]);
    const folder = join(host.folder, "traces");
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  it("passes on the service's refusal where nothing is stored", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const response = await host.ask(tracePath(id, 1, 9));
    expect([response.status, problem.parse(await response.json()).code]).toEqual([404, "not_found"]);
  });
});
