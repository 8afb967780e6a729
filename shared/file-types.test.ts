import { expect, it } from "vitest";
import { fileEnding, imageType, isBinaryName, mediaKind, mediaType } from "./file-types.ts";

it.each([
  ["a/b.PNG", "image/png"],
  ["x.ico", "image/x-icon"],
  ["a.tar.gz", "application/gzip"],
  ["x.flac", "audio/flac"],
  ["page.html", "text/html"],
  ["app.js", "text/javascript"],
  ["module.wasm", "application/wasm"],
  ["png", "application/octet-stream"],
  ["a.png/b", "application/octet-stream"],
  ["x.unheard-of", "application/octet-stream"],
])("%s is %s", (path, type) => {
  expect(mediaType(path)).toBe(type);
});

it("shows as images what browsers draw, and nothing that they would have to unpack", () => {
  expect(["a.svg", "a.webp", "a.svgz", "a.tiff", "a.heic"].map(imageType)).toEqual([
    "image/svg+xml",
    "image/webp",
    null,
    null,
    null,
  ]);
});

it("returns the viewer of a file", () => {
  expect(
    ["a.mp3", "a.m4a", "a.m4v", "a.woff2", "a.pdf", "a.zip"].map((name) => mediaKind(name).kind),
  ).toEqual(["audio", "audio", "video", "font", "pdf", "hex"]);
});

it("takes the last ending of the name alone", () => {
  expect(["a.b/c", "x.TAR.GZ", ".gitignore", "noname."].map(fileEnding)).toEqual(["", "gz", "gitignore", ""]);
});

it("finds files without text by their names", () => {
  const names = ["a.PNG", "a.zip", "a.wasm", "a.ts", "a.svg", "png"];
  expect(names.filter(isBinaryName)).toEqual(["a.PNG", "a.zip", "a.wasm"]);
});
