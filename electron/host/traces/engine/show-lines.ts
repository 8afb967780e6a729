import type { Span, TraceLine } from "../../../../shared/trace/trace-types.ts";
import { renderLine } from "./ansi/render-line.ts";
import { plainStyle, type TextStyle } from "./ansi/text-style.ts";
import type { LineIndex } from "./line-index.ts";
import { unstamp } from "./line-stamp.ts";
import type { RawLine } from "./read-lines.ts";

/** Characters of a line that are shown. */
const maxShown = 20_000;
/** Bytes of a line that are read to show it, and to copy it. */
export const [maxShownBytes, maxCopiedBytes] = [262_144, 16_000_000];

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** A trace as far as lines of it are shown. */
export interface ShownTrace {
  readonly index: LineIndex;
  lines(from: number, to: number, maxBytes: number): Iterable<RawLine>;
  styleAt(line: number): TextStyle;
}

/** Returns the lines `from` to `to` (exclusive) as a terminal shows them. */
export function showLines(trace: ShownTrace, from: number, to: number): TraceLine[] {
  const lines: TraceLine[] = [];
  let style = trace.styleAt(from);
  for (const raw of trace.lines(from, to, maxShownBytes)) {
    const { text, timestamp } = unstamp(utf8.decode(raw.bytes), trace.index.stamp);
    const rendered = renderLine(text, style);
    style = rendered.style;
    const { spans, hidden } = cutSpans(rendered.text.spans());
    const cut = hidden + raw.left;
    lines.push({
      number: raw.number,
      spans,
      ...(timestamp ? { timestamp } : {}),
      ...(cut > 0 ? { cut } : {}),
    });
  }
  return lines;
}

/** Returns the plain text of lines, each of at most `maxBytes`: no stamps, no colours, what was overwritten left out. */
export function plainTraceLines(
  trace: ShownTrace,
  from: number,
  to: number,
  maxBytes = maxCopiedBytes,
): string[] {
  const lines: string[] = [];
  for (const raw of trace.lines(from, to, maxBytes))
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
