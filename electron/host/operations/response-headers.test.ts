import { expect, test } from "vitest";
import { safeHeaders } from "./response-headers.ts";

const typeOf = (type: string) => safeHeaders(new Headers({ "content-type": type }), true).get("content-type");

test("what a browser could run, style with or parse as a document becomes bytes", () => {
  for (const type of [
    "text/javascript",
    "application/javascript; charset=utf-8",
    "Application/X-JavaScript",
    "text/ecmascript",
    "text/css",
    "text/html; charset=utf-8",
    "application/xhtml+xml",
    "text/xml",
    "application/xml",
    "image/svg+xml",
    "image/SVG+xml;charset=utf-8",
    "application/wasm",
    "application/pdf",
    "application/manifest+json",
    "text/cache-manifest",
    "multipart/x-mixed-replace",
    "text/html\tx",
  ]) {
    expect(typeOf(type), type).toBe("application/octet-stream");
  }
});

test("data, text, images, audio, video and fonts keep their types", () => {
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "text/plain; charset=utf-8",
    "image/png",
    "image/avif",
    "audio/mpeg",
    "video/mp4",
    "font/woff2",
    "application/zip",
    "application/octet-stream",
  ]) {
    expect(typeOf(type), type).toBe(type);
  }
});
