import { renderLine } from "./ansi/render-line.ts";
import { plainStyle } from "./ansi/text-style.ts";
import type { IndexedTrace } from "./indexed-trace.ts";
import { unstamp } from "./line-stamp.ts";
import type { Span, TraceLine } from "./trace-types.ts";

/** Characters of a line that are shown. */
const maxShown = 20_000;
/** Bytes of a line that are read to show it, and to copy it. */
export const [maxShownBytes, maxCopiedBytes] = [262_144, 16_000_000];

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the lines `from` to `to` (exclusive) as a terminal shows them. */
export async function showLines(
  trace: IndexedTrace,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<TraceLine[]> {
  const lines: TraceLine[] = [];
  let style = await trace.styleAt(from, signal);
  for await (const raw of trace.lines(from, to, maxShownBytes, signal)) {
    const { text, timestamp } = unstamp(utf8.decode(raw.bytes), trace.index.stamp);
    const rendered = renderLine(text, style);
    style = rendered.style;
    const { spans, hidden } = cutSpans(rendered.text.spans());
    const cut = hidden + raw.left;
    const section = trace.sectionAt(raw.number);
    lines.push({
      number: raw.number,
      spans,
      ...(timestamp ? { timestamp } : {}),
      ...(cut > 0 ? { cut } : {}),
      ...(section ? { section } : {}),
    });
  }
  return lines;
}

/** Returns the plain text of lines, each of at most `maxBytes`: no stamps, no colours, what was overwritten left out. */
export async function plainLines(
  trace: IndexedTrace,
  from: number,
  to: number,
  maxBytes = maxCopiedBytes,
  signal?: AbortSignal,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const raw of trace.lines(from, to, maxBytes, signal))
    lines.push(renderLine(unstamp(utf8.decode(raw.bytes), trace.index.stamp).text, plainStyle).text.plain());
  return lines;
}

/** Returns the first characters, and how many bytes the others have. */
function cutSpans(spans: readonly Span[]): { readonly spans: readonly Span[]; readonly hidden: number } {
  let room = maxShown;
  let hidden = "";
  const shown: Span[] = [];
  for (const span of spans) {
    const text = span.text.slice(0, room);
    room -= text.length;
    if (text !== "") shown.push(text === span.text ? span : { ...span, text });
    hidden += span.text.slice(text.length);
  }
  return hidden === ""
    ? { spans, hidden: 0 }
    : { spans: shown, hidden: new TextEncoder().encode(hidden).length };
}
