import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { archiveListing, artifactRoutes, maxCopyBytes } from "../../../shared/host/artifacts.ts";
import { routePath } from "../../../shared/host/host-route.ts";
import { problem } from "../../../shared/problem.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { type MockService, mockService } from "../testing/mock-service.ts";

const path = "/projects/1/jobs/7/artifacts";

/** Returns a name that is so long that a thousand entries make an index that is read in parts. */
const longName = (n: number) => `${"folder/".repeat(30)}file-${n}.txt`;

async function zipOf(fill: (zip: ZipFile) => void): Promise<Buffer> {
  const zip = new ZipFile();
  fill(zip);
  zip.end();
  return buffer(zip.outputStream);
}

/** A service that sends an archive, by parts where `ranges` is true. */
const archiveService = (archive: () => Buffer, ranges = true): Promise<MockService> =>
  mockService((request, response) => {
    if (!request.path.includes("/artifacts")) return;
    const bytes = archive();
    const wanted = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
    if (!ranges || !wanted) {
      response.writeHead(200, { "content-type": "application/zip", "content-length": String(bytes.length) });
      return response.end(bytes);
    }
    const start = wanted[1] ? Number(wanted[1]) : Math.max(0, bytes.length - Number(wanted[2]));
    const end = wanted[1] ? Number(wanted[2]) + 1 : bytes.length;
    response.writeHead(206, { "content-range": `bytes ${start}-${end - 1}/${bytes.length}`, etag: '"a"' });
    return response.end(bytes.subarray(start, end));
  });

async function requestEntries(host: HostInFolder, service: MockService): Promise<Response> {
  const { id } = await host.addAccount(service.url);
  return host.request(routePath(artifactRoutes.list, { id, path }));
}

async function list(archive: Buffer, ranges = true) {
  await using service = await archiveService(() => archive, ranges);
  await using host = hostInFolder();
  const response = await requestEntries(host, service);
  return archiveListing.parse(await response.json());
}

async function refusalOf(archive: Buffer, ranges = true) {
  await using service = await archiveService(() => archive, ranges);
  await using host = hostInFolder();
  return problem.parse(await (await requestEntries(host, service)).json());
}

/** Replaces a name in the index and in front of the file by one of the same length. */
const rename = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");

describe("the entries of an archive of artifacts", () => {
  it("are read from its index, without the files", async () => {
    // Nothing that could be packed, so that the archive is as large as its file.
    const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 2654435761) >>> 24));
    const archive = await zipOf((zip) => {
      zip.addBuffer(noise, "build/large.bin", { compress: false });
      zip.addBuffer(Buffer.from("one"), "report/ä b.txt");
      zip.addEmptyDirectory("empty/");
    });
    await using service = await archiveService(() => archive);
    await using host = hostInFolder();
    const listing = archiveListing.parse(await (await requestEntries(host, service)).json());
    expect(listing).toEqual({
      size: archive.length,
      total: 3,
      entries: [
        { path: "build/large.bin", size: 3_000_000, refusal: null },
        { path: "report/ä b.txt", size: 3, refusal: null },
        { path: "empty/", size: 0, refusal: null },
      ],
    });
    expect(service.calls().map(({ headers }) => headers.range)).toEqual(["bytes=-131072"]);
  });

  it("are read in parts where the index is long, and in the newer format for large archives", async () => {
    const archive = await zipOf((zip) => {
      for (let n = 0; n < 1_200; n++) {
        zip.addBuffer(Buffer.from("x"), longName(n), { compress: false, forceZip64Format: n % 2 === 0 });
      }
    });
    await using service = await archiveService(() => archive);
    await using host = hostInFolder();
    const listing = archiveListing.parse(await (await requestEntries(host, service)).json());
    expect([listing.total, listing.entries.length]).toEqual([1_200, 1_200]);
    expect(listing.entries.at(-1)).toEqual({
      path: longName(1_199),
      size: 1,
      refusal: null,
    });
    const calls = service.calls();
    expect(calls.length).toBeGreaterThan(1);
    expect(calls[1]?.headers["if-range"]).toBe('"a"');
  });

  it("are read once from the whole archive where there is no Range, which leaves nothing on disk", async () => {
    const archive = await zipOf((zip) => zip.addBuffer(Buffer.from("one"), "a.txt"));
    await using service = await archiveService(() => archive, false);
    await using host = hostInFolder();
    const listing = archiveListing.parse(await (await requestEntries(host, service)).json());
    expect(listing.entries).toEqual([{ path: "a.txt", size: 3, refusal: null }]);
    expect(readdirSync(join(host.folder, "archives"))).toEqual([]);
  });

  it("are read from the whole archive where the service sends another part than was requested", async () => {
    const archive = await zipOf((zip) => {
      for (let n = 0; n < 1_200; n++) zip.addBuffer(Buffer.from("x"), longName(n), { compress: false });
    });
    const part = (from: number, to: number) => ({
      range: `bytes ${from}-${to - 1}/${archive.length}`,
      bytes: archive.subarray(from, to),
    });
    const end = part(archive.length - 131_072, archive.length);
    for (const parts of [
      [part(0, 131_072)],
      [{ ...end, range: `bytes ${archive.length - 131_072}-*/*` }],
      [{ ...end, bytes: end.bytes.subarray(1) }],
      [end, part(0, 1_000)],
    ]) {
      await using service = await mockService((request, response) => {
        if (!request.path.includes("/artifacts")) return;
        const sent = request.headers.range ? parts.shift() : undefined;
        if (sent) response.writeHead(206, { "content-range": sent.range });
        response.end(sent?.bytes ?? archive);
      });
      await using host = hostInFolder();
      const listing = archiveListing.parse(await (await requestEntries(host, service)).json());
      expect(listing).toMatchObject({ total: 1_200, size: archive.length });
      expect(service.calls().at(-1)?.headers.range).toBeUndefined();
    }
  });

  it("are not read where the whole archive would have to be and is too large", async () => {
    await using service = await mockService((request, response) => {
      if (!request.path.includes("/artifacts")) return;
      response.writeHead(200, { "content-length": String(maxCopyBytes + 1) });
      response.write("PK");
    });
    await using host = hostInFolder();
    expect(problem.parse(await (await requestEntries(host, service)).json())).toMatchObject({
      code: "too_large",
    });
  });

  it("are marked where a file is a link, a bomb, encrypted or named to leave the folder", async () => {
    const deep = `${"a/".repeat(2048)}b`;
    const archive = await zipOf((zip) => {
      zip.addBuffer(Buffer.from("x"), deep);
      zip.addBuffer(Buffer.from("/etc/passwd"), "link", { mode: 0o120777 });
      zip.addBuffer(Buffer.alloc(20 * 1024 * 1024), "bomb");
      zip.addBuffer(Buffer.from("x"), "aa/escape");
      zip.addBuffer(Buffer.from("x"), "bb/absolute");
      zip.addBuffer(Buffer.from("x"), "cc/back");
      zip.addBuffer(Buffer.from("x"), "dd/twice");
      zip.addBuffer(Buffer.from("x"), "ee/twice");
      zip.addBuffer(Buffer.from("x"), "fine");
    });
    const renamed = [
      ["aa/escape", "../escape"],
      ["bb/absolute", "/b/absolute"],
      ["cc/back", "..\\back"],
      ["ee/twice", "dd/twice"],
    ].reduce((bytes, [from = "", to = ""]) => rename(bytes, from, to), archive);
    const { entries } = await list(renamed);
    expect(entries.map(({ path: name, refusal }) => [name, refusal])).toEqual([
      [deep, "unsafe_name"],
      ["link", "link"],
      ["bomb", "packed_too_tightly"],
      ["../escape", "unsafe_name"],
      ["/b/absolute", "unsafe_name"],
      ["..\\back", "unsafe_name"],
      ["dd/twice", null],
      ["dd/twice", "duplicate"],
      ["fine", null],
    ]);
  });

  it("name the files that are encrypted or packed in an unknown way", async () => {
    const archive = await zipOf((zip) => {
      zip.addBuffer(Buffer.from("secret"), "secret");
      zip.addBuffer(Buffer.from("odd"), "odd");
    });
    const first = archive.indexOf("PK\x01\x02", 0, "latin1");
    archive.writeUInt16LE(archive.readUInt16LE(first + 8) | 1, first + 8);
    const second = archive.indexOf("PK\x01\x02", first + 4, "latin1");
    archive.writeUInt16LE(14, second + 10);
    const { entries } = await list(archive);
    expect(entries.map(({ refusal }) => refusal)).toEqual(["encrypted", "unknown_compression"]);
  });

  it("are refused where the archive is broken, its files overlap, or its index is encrypted", async () => {
    const archive = await zipOf((zip) => zip.addBuffer(Buffer.from("one"), "a.txt", { compress: false }));
    const overlapping = Buffer.from(archive);
    const header = overlapping.indexOf("PK\x01\x02", 0, "latin1");
    overlapping.writeUInt32LE(1_000_000, header + 20);
    const encrypted = Buffer.from(archive);
    encrypted.writeUInt16LE(0x40, header + 8);
    const cut = Buffer.from(archive);
    cut.writeUInt32LE(0xfffffff, cut.length - 6);
    for (const bad of [Buffer.from("PK no archive at all"), overlapping, encrypted, cut]) {
      for (const ranges of [true, false]) {
        expect(await refusalOf(bad, ranges)).toMatchObject({
          code: "bad_response",
          message: expect.stringContaining("does not open it"),
        });
      }
    }
  });

  it("are refused where the archive is replaced while it is read", async () => {
    const archive = await zipOf((zip) => {
      for (let n = 0; n < 1_200; n++) zip.addBuffer(Buffer.from("x"), longName(n), { compress: false });
    });
    let reads = 0;
    await using service = await archiveService(() => (reads++ === 0 ? archive : archive.subarray(1)));
    await using host = hostInFolder();
    expect(problem.parse(await (await requestEntries(host, service)).json())).toMatchObject({
      code: "bad_response",
      detail: expect.stringContaining("changed"),
    });
  });

  it("are read by operations for artifacts only, with the service's refusal where it refuses", async () => {
    await using service = await mockService((request, response) => {
      if (request.path.includes("/artifacts")) response.writeHead(404).end("404 Not found");
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const codeOf = async (operation: string) =>
      problem.parse(
        await (await host.request(routePath(artifactRoutes.list, { id, path: operation }))).json(),
      ).code;
    expect(await codeOf(path)).toBe("not_found");
    expect(await codeOf("/projects/1/jobs/artifacts/main/download?job=build")).toBe("not_found");
    expect(await codeOf("/projects/1/repository/archive")).toBe("invalid_input");
    expect(await codeOf("/admin/secrets")).toBe("not_found");
    expect(service.calls().map((call) => call.path)).toEqual([
      `/api/v4${path}`,
      "/api/v4/projects/1/jobs/artifacts/main/download?job=build",
    ]);
  });
});
