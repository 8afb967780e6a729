import { expect, test } from "vitest";
import { imageType } from "../../../shared/file-types.ts";
import { detectUnicode } from "../../../shared/text/encoding/detect-unicode.ts";
import { readBody } from "./use-file-content.ts";

const options = {
  limit: 1_000_000,
  total: null,
  isBinary: (bytes: Uint8Array) => detectUnicode(bytes) === null,
  onProgress: () => undefined,
};

function streamed(...sizes: readonly { readonly size: number; readonly byte: number }[]) {
  const state = { canceled: false, given: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = sizes[state.given++];
        if (next) controller.enqueue(new Uint8Array(next.size).fill(next.byte));
        else controller.close();
      },
      cancel: () => {
        state.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body), state };
}

test("pieces become one body", async () => {
  const { response } = streamed({ size: 5_000, byte: 65 }, { size: 7_000, byte: 66 });
  const body = await readBody(response, options);
  if (body.kind !== "bytes") throw new Error(body.kind);
  const bytes = new Uint8Array(body.bytes);
  expect([bytes.length, bytes[4_999], bytes[5_000]]).toEqual([12_000, 65, 66]);
});

test("binary is detected by its first bytes and not read further", async () => {
  const { response, state } = streamed({ size: 9_000, byte: 0 }, { size: 900_000, byte: 0 });
  expect(await readBody(response, options)).toEqual({ kind: "binary" });
  expect(state).toEqual({ canceled: true, given: 1 });
});

test("what is too large is refused, before or while it is read", async () => {
  const known = streamed({ size: 9_000, byte: 65 });
  expect(await readBody(known.response, { ...options, total: 2_000_000 })).toEqual({ kind: "refused" });
  expect(known.state).toMatchObject({ canceled: true, given: 0 });
  const unknown = streamed(
    { size: 900_000, byte: 65 },
    { size: 900_000, byte: 65 },
    { size: 900_000, byte: 65 },
  );
  expect(await readBody(unknown.response, options)).toEqual({ kind: "refused" });
  expect(unknown.state.given).toBe(2);
});

test("a character that is cut at the end of the detected bytes is still text", async () => {
  const text = "ä".repeat(10_000);
  const body = await readBody(new Response(`x${text}`), options);
  expect(body.kind).toBe("bytes");
});

test("images are detected by their extension", () => {
  expect(["a/b.PNG", "x.svg", "x.svgz", "png", "a.b/c"].map(imageType)).toEqual([
    "image/png",
    "image/svg+xml",
    null,
    null,
    null,
  ]);
});
