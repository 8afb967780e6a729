import { expect, it } from "vitest";
import { z } from "zod";
import { TextDocument } from "../../renderer/workers/text/text-document.ts";
import { decodeDetected } from "../../shared/text/encoding/decode-text.ts";
import { encodings } from "../../shared/text/encoding/encodings.ts";
import { readInputs } from "./read-inputs.ts";

const inputs = readInputs("encodings", z.strictObject({ encoding: z.enum(encodings), text: z.string() }));

it.each(inputs)("$name is read in its encoding", ({ bytes, right }) => {
  const file = new TextDocument(new Uint8Array(bytes));
  expect({ encoding: file.info.encoding, text: file.text() }).toEqual(right);
  expect(file.lines(0, 99)).toEqual(right.text.replace(/\r?\n$/, "").split(/\r?\n/));
  expect(decodeDetected(new Uint8Array(bytes))).toBe(right.text);
});
