import { flush, packet } from "./packet.ts";
import type { PushRequest } from "./push-request.ts";

/** Bytes of a report in one packet of `side-band-64k`, behind the number of the band. */
const maxBandBytes = 65_515;
const reportBand = Buffer.from([1]);

/**
 * Returns the report on a push none of which is accepted, in git's own protocol: git prints the reason beside each ref.
 * Null where the client reads no report.
 */
export function reportRefusal(
  { commands, capabilities }: Pick<PushRequest, "commands" | "capabilities">,
  reason: string,
): Buffer | null {
  if (!capabilities.some((name) => name.startsWith("report-status"))) return null;
  const refused = commands.map(({ ref }) => packet(`ng ${ref} ${reason.replaceAll("\n", " ")}`));
  const report = Buffer.concat([packet("unpack ok"), ...refused, flush]);
  if (!capabilities.includes("side-band-64k")) return report;
  const bands: Buffer[] = [];
  for (let at = 0; at < report.length; at += maxBandBytes) {
    bands.push(packet(Buffer.concat([reportBand, report.subarray(at, at + maxBandBytes)])));
  }
  return Buffer.concat([...bands, flush]);
}
