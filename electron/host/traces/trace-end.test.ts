import { expect, it } from "vitest";
import { type TraceEnd, traceReads } from "../../../shared/host/traces.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { hostTrace, quickPolling as polling, traceText as text } from "../testing/host-traces.ts";
import { endedJob, sendWhole, type TraceService, traceService } from "../testing/trace-service.ts";

/** Sends the first bytes of whole traces, and the requested end where `honours`. */
function slowSend(honours: boolean): TraceService["send"] {
  return (request, response, bytes) => {
    const last = Number(/^bytes=-(\d+)$/.exec(request.headers.range ?? "")?.[1]);
    if (!last || !honours) {
      response.writeHead(200, { "content-type": "text/plain", "content-length": String(bytes.length) });
      return response.write(bytes.subarray(0, 1_000));
    }
    const from = Math.max(0, bytes.length - last);
    response.writeHead(206, { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` });
    return response.end(bytes.subarray(from));
  };
}

/** Opens a log of which only the first bytes come, and reads its end. */
async function readEnd(honours: boolean, bytes: Buffer): Promise<TraceEnd | null> {
  await using service = await traceService();
  service.jobs.set(5, endedJob);
  service.traces.set(5, bytes);
  service.send = slowSend(honours);
  await using host = hostInFolder({ polling });
  const { id } = await host.addAccount(service.url);
  const trace = hostTrace(host, id, 5);
  expect(await trace.state()).toMatchObject({ size: 1_000, complete: false });
  const response = await trace.read("end", {});
  service.send = sendWhole;
  return traceReads.end.response.parse(await response.json());
}

const textOf = (end: TraceEnd | null): string[] =>
  end?.lines.map(({ spans }) => spans.map((span) => span.text).join("")) ?? [];

it("shows the end of a long log while the rest is read", async () => {
  const bytes = text(20_000);
  const end = await readEnd(true, bytes);
  expect(end?.size).toBe(bytes.length);
  expect(textOf(end)).toEqual(bytes.toString().trimEnd().split("\n").slice(-200));
});

it("shows all of a log that is shorter than its end", async () => {
  const bytes = Buffer.from(`first \x1b[31mred\x1b[0m\n${"a line\n".repeat(150)}last, not ended`);
  const end = await readEnd(true, bytes);
  expect(textOf(end)).toEqual(["first red", ...Array<string>(150).fill("a line"), "last, not ended"]);
  expect(end?.lines[0]?.spans[1]?.style).toMatchObject({ fg: 1 });
});

it("shows no end where the service sends whole logs", async () => {
  expect(await readEnd(false, text(20_000))).toBeNull();
});
