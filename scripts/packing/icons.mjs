import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "../node.mjs";
import { ensureChromium } from "../system-packages.mjs";

/** Draws the app's icons of every size from `assets/icon.svg`: `npm run icons`. */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const assets = join(root, "assets");
const svg = readFileSync(join(assets, "icon.svg"), "utf8");

/** Types of the entries of an Apple icon, by their size in pixels. */
const icnsTypes = {
  16: ["icp4"],
  32: ["icp5", "ic11"],
  64: ["icp6", "ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
};
const largeTypes = { 512: ["ic09", "ic14"], 1024: ["ic10"] };

const pictures = await drawAll();
mkdirSync(join(assets, "icons"), { recursive: true });
for (const [size, png] of pictures) writeFileSync(join(assets, "icons", `${size}x${size}.png`), png);
writeFileSync(join(assets, "icon.png"), pictures.get(1024));
writeFileSync(join(assets, "icon.icns"), appleIcon());
writeFileSync(join(assets, "icon.ico"), windowsIcon([16, 24, 32, 48, 64, 128, 256]));
console.log(`assets/icons: ${sizes.join(", ")}; icon.png, icon.icns, icon.ico`);

async function drawAll() {
  const path = ensureChromium();
  const browser = await chromium.launch({
    ...(path && path !== "playwright" ? { executablePath: path } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const drawn = new Map();
  const page = await browser.newPage();
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    drawn.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return drawn;
}

/** An `.icns` file: a header and one PNG for each type. */
function appleIcon() {
  const entries = Object.entries({ ...icnsTypes, ...largeTypes }).flatMap(([size, types]) =>
    types.map((type) => {
      const png = pictures.get(Number(size));
      const head = Buffer.alloc(8);
      head.write(type, "latin1");
      head.writeUInt32BE(png.length + 8, 4);
      return Buffer.concat([head, png]);
    }),
  );
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write("icns", "latin1");
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

/** An `.ico` file: a directory, then its PNGs. */
function windowsIcon(chosen) {
  const head = Buffer.alloc(6 + 16 * chosen.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(chosen.length, 4);
  let offset = head.length;
  for (const [index, size] of chosen.entries()) {
    const at = 6 + 16 * index;
    const { length } = pictures.get(size);
    // 0 means 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([head, ...chosen.map((size) => pictures.get(size))]);
}
