import { type BodyCheck, BodyDefect } from "./body-defect.ts";

/** Leading bytes that are checked. */
export const startBytes = 512;
/** A byte-order mark, as Latin-1 reads it, and white space may come first. */
const beginning = /^[\s\u00ef\u00bb\u00bf]*<(!doctype\s+html|html[\s>])/i;

/** Throws {@link BodyDefect} where a body begins like a web page: a login page or a captive portal. */
export function refuseWebPage(start: Uint8Array): void {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, startBytes));
  if (beginning.test(text.toString("latin1"))) throw new BodyDefect("is a web page", true);
}

/** Refuses a web page in a body that has no type. */
export class WebPageCheck implements BodyCheck {
  #start = Buffer.alloc(0);

  chunk(bytes: Uint8Array): void {
    if (this.#start.byteLength >= startBytes) return;
    this.#start = Buffer.concat([this.#start, bytes]).subarray(0, startBytes);
    refuseWebPage(this.#start);
  }

  end(): void {}
}
