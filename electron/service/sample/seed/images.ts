import { crc32, deflateSync } from "node:zlib";

/** Returns a PNG of a size; `colour` returns red, green and blue of a pixel, 0 to 255 each. */
export function makePng(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colour(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A tide curve as a picture: water below the curve, sky above it. */
export const tidePicture = (phase: number): Buffer =>
  makePng(480, 240, (x, y) => {
    const level = 120 + 60 * Math.sin(x / 38 + phase) + 18 * Math.sin(x / 11 + phase * 2);
    if (Math.abs(y - level) < 1.5) return [28, 74, 110];
    return y > level ? [96 + (y - level) / 4, 156, 186] : [242, 238 - y / 12, 228 - y / 8];
  });

/** A mark made of a lamp on a mast. */
export const lanternSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img">
  <title>Lantern</title>
  <rect x="44" y="8" width="8" height="80" rx="3" fill="#7a5a3a"/>
  <path d="M30 34h36l-4 30H34z" fill="#e9b44c"/>
  <path d="M28 30h40l-6-8H34z" fill="#44546a"/>
</svg>
`;
