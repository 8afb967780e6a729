import type { StreamedContent } from "./raw-response.ts";

/**
 * Returns a JSON object whose last field, `content`, has bytes as Base64. It is encoded while it is sent, so that a large
 * file is never in memory as a whole.
 */
export function base64Response(
  head: Readonly<Record<string, unknown>>,
  { size, open }: StreamedContent,
  signal: AbortSignal,
): Response {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"content":"`);
  const after = Buffer.from('"}');
  const length = before.length + 4 * Math.ceil(size / 3) + after.length;
  let rest = Buffer.alloc(0);
  const encoder = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(before),
    transform(chunk, controller) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      // Three bytes are four characters.
      const whole = bytes.length - (bytes.length % 3);
      rest = bytes.subarray(whole);
      controller.enqueue(Buffer.from(bytes.toString("base64", 0, whole), "latin1"));
    },
    flush(controller) {
      controller.enqueue(Buffer.from(rest.toString("base64"), "latin1"));
      controller.enqueue(after);
    },
  });
  const headers = { "content-type": "application/json", "content-length": String(length) };
  return new Response(open(signal).pipeThrough(encoder), { headers });
}
