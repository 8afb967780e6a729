/** Ends a list of packets in git's protocol. */
export const flush = Buffer.from("0000");

/** Returns a packet of git's protocol: its length in hexadecimal, then its content; a text gets a newline. */
export function packet(content: string | Buffer): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(`${content}\n`) : content;
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}
