import type { Cost, MeteredService } from "./metered-service.ts";
import type { CostCase } from "./operation-cases.ts";

/** Milliseconds of processor time that a request may cost: for itself, and for each byte. */
export const baseMs = 80;
const msPerByte = 0.002;
/** Megabytes by which memory may rise: for itself, and for each byte. */
const [baseMb, mbPerByte] = [48, 0.0003];
/** Times that a request is sent before its cost counts as too high: another process may have slowed it. */
const attempts = 3;

/** The highest costs that were found, and requests that cost too much. */
export interface CostReport {
  sent: number;
  cpuMs: number;
  peakMb: number;
  slowest: string;
  /** Requests beyond a limit, or without a response. */
  readonly broken: string[];
}

export const emptyReport = (): CostReport => ({ sent: 0, cpuMs: 0, peakMb: 0, slowest: "", broken: [] });

const isWithin = ({ cpuMs, peakMb, bytes }: Cost): boolean =>
  cpuMs <= baseMs + msPerByte * bytes && peakMb <= baseMb + mbPerByte * bytes;

/**
 * Sends a request of a size and records its cost. It is broken where it costs more than its size allows each time, or
 * where the service ends or fails over it.
 */
export async function judge(
  service: MeteredService,
  { name, request, maxBytes }: CostCase,
  bytes: number,
  report: CostReport,
): Promise<Cost> {
  const size = Math.min(bytes, maxBytes);
  const send = async () => {
    report.sent++;
    return service.send(request(size));
  };
  let best = await send();
  for (let attempt = 1; attempt < attempts && !isWithin(best); attempt++) {
    const again = await send();
    best = {
      ...again,
      cpuMs: Math.min(best.cpuMs, again.cpuMs),
      peakMb: Math.min(best.peakMb, again.peakMb),
    };
  }
  const { cpuMs, peakMb, status } = best;
  const text = `${name}, ${size} bytes: ${status}, ${cpuMs.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`;
  if (cpuMs > report.cpuMs) Object.assign(report, { cpuMs, slowest: text });
  report.peakMb = Math.max(report.peakMb, peakMb);
  if (!isWithin(best) || (status >= 500 && status !== 501)) report.broken.push(text);
  return best;
}
