const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
/** Bytes of a line of git's binary patches. */
const lineBytes = 52;

/** Returns what follows the `index` line of a binary file: its content after and before, as `git diff --binary` has it. */
export async function binaryPatch(
  before: Uint8Array<ArrayBuffer>,
  after: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return `GIT binary patch\n${await literal(after)}\n${await literal(before)}\n`;
}

async function literal(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer());
  const lines = [`literal ${bytes.length}\n`];
  for (let at = 0; at < packed.length; at += lineBytes)
    lines.push(encodeLine(packed.subarray(at, at + lineBytes)));
  return lines.join("");
}

/** A letter for the number of bytes, and five characters for every four of them. */
function encodeLine(bytes: Uint8Array): string {
  const size = bytes.length;
  let line = String.fromCharCode(size <= 26 ? 64 + size : 96 + size - 26);
  for (let at = 0; at < size; at += 4) {
    let number = 0;
    for (let i = 0; i < 4; i++) number = number * 256 + (bytes[at + i] ?? 0);
    let group = "";
    for (let i = 0; i < 5; i++) {
      group = alphabet[number % 85] + group;
      number = Math.floor(number / 85);
    }
    line += group;
  }
  return `${line}\n`;
}
