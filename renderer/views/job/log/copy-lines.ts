import type { OpenTrace } from "../../../api/traces/open-trace.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.tsx";

/** Lines beyond which a copy is refused, as the clipboard is in memory. */
export const maxCopiedLines = 200_000;

/** Copies the lines `from` to `to` (exclusive, from 0) as plain text, and notifies the user. */
export async function copyLines(trace: OpenTrace, from: number, to: number): Promise<void> {
  const count = to - from;
  const many = count.toLocaleString("en");
  if (count > maxCopiedLines) {
    toast.error("Too many lines to copy", {
      description: `${many} lines are selected; at most ${maxCopiedLines.toLocaleString("en")} can be copied. Download the log instead.`,
    });
    return;
  }
  const text = await trace.readText(from, to).catch(() => null);
  if (text !== null && (await copyText(text))) {
    toast.success(count === 1 ? "Copied 1 line" : `Copied ${many} lines`);
  } else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
