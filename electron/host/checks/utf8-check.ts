import { isUtf8 } from "node:buffer";
import { type BodyCheck, BodyDefect } from "./body-defect.ts";

/** Checks that bytes are UTF-8; a character may be spread over chunks. */
export class Utf8Check implements BodyCheck {
  #rest: Uint8Array = new Uint8Array(0);

  chunk(bytes: Uint8Array): void {
    const whole = this.#rest.byteLength > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const end = whole.byteLength - incompleteBytes(whole);
    if (!isUtf8(whole.subarray(0, end))) throw new BodyDefect("is not UTF-8");
    this.#rest = Buffer.from(whole.subarray(end));
  }

  end(): void {
    if (this.#rest.byteLength > 0) throw new BodyDefect("is not UTF-8");
  }
}

/** Returns the number of bytes of an incomplete character at the end. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}
