import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createRawServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { problem } from "../../../shared/problem.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { testToken } from "../testing/mock-service.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-tls-"));
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
let host: HostInFolder;

/** Makes an authority that the host trusts, and certificates of it with each kind of defect. */
beforeAll(async () => {
  const names = (
    of: string,
  ) => `[ca]\ndefault_ca=d\n[d]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ncertificate=ca.pem
private_key=ca.key\ndefault_md=sha256\npolicy=p\nx509_extensions=e\nunique_subject=no\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=${of}\n`;
  writeFileSync(join(folder, "index"), "");
  writeFileSync(join(folder, "serial"), "01\n");
  writeFileSync(join(folder, "own.cnf"), names("IP:127.0.0.1"));
  writeFileSync(join(folder, "other.cnf"), names("DNS:other.test"));
  const make = (key: string, bits: number) =>
    openssl(
      "req",
      "-newkey",
      `rsa:${bits}`,
      "-nodes",
      "-keyout",
      `${key}.key`,
      "-out",
      `${key}.csr`,
      "-subj",
      "/CN=x",
    );
  openssl(
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem"],
    "-subj",
    "/CN=A",
  );
  openssl(
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "cb.key", "-out", "cb.pem"],
    "-subj",
    "/CN=B",
  );
  make("leaf", 2048);
  make("weak", 1024);
  const sign = (out: string, ...more: string[]) =>
    openssl(
      "ca",
      "-config",
      "own.cnf",
      "-batch",
      "-notext",
      "-in",
      "leaf.csr",
      "-out",
      `${out}.pem`,
      ...more,
    );
  sign("good", "-days", "9");
  sign("expired", "-startdate", "20200101000000Z", "-enddate", "20210101000000Z");
  sign("future", "-startdate", "20990101000000Z", "-enddate", "21000101000000Z");
  sign("sha1", "-days", "9", "-md", "sha1");
  sign("other", "-days", "9", "-config", "other.cnf");
  sign("weak", "-days", "9", "-in", "weak.csr");
  sign("unknown", "-days", "9", "-cert", "cb.pem", "-keyfile", "cb.key");
  openssl(
    "req",
    "-x509",
    "-key",
    "leaf.key",
    "-out",
    "self.pem",
    "-subj",
    "/CN=s",
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  );
  host = hostInFolder();
  await host.requestJson("/settings", "PATCH", { network: { certificates: read("ca.pem") } });
}, 60_000);
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const secure = (name: string, more: ServerOptions = {}) =>
  createTlsServer(
    { key: read(name === "weak" ? "weak.key" : "leaf.key"), cert: read(`${name}.pem`), ...more },
    (_, response) => response.end("{}"),
  );
/** A server that sends bytes when it is spoken to, and hangs up. */
const raw = (bytes: Buffer | null) =>
  createRawServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => (bytes ? socket.end(bytes) : socket.resetAndDestroy()));
  });
/** A server that answers the first message of the handshake with an alert. */
const alert = (code: number) => raw(Buffer.from([0x15, 3, 3, 0, 2, 2, code]));
const allCiphers = { ciphers: "DEFAULT@SECLEVEL=0" };

async function messageOf(server: Server, scheme = "https"): Promise<string> {
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${scheme === "" ? "" : `${scheme}://`}127.0.0.1:${port}`;
  try {
    const response = await host.requestJson("/accounts/check", "POST", {
      url: scheme === "" ? `https://${url}` : url,
      token: testToken,
    });
    const { code, message, detail = "", details } = problem.parse(await response.json());
    // The page offers the other scheme.
    expect(details?.scheme === "http").toBe(/http:\/\/ instead of https|may not speak TLS/.test(message));
    // What OpenSSL prints is no text for users.
    expect(`${message} ${detail}`).not.toMatch(/openssl|SSL routines|\.c:\d|Node\.js/i);
    return `${code}: ${message.replace(`127.0.0.1:${port}`, "HOST")}`;
  } finally {
    server.close();
  }
}

it.each<[string, () => Server, RegExp]>([
  ["has expired", () => secure("expired"), /^tls: .* has expired\. .*date and time of this computer/],
  ["is of the future", () => secure("future"), /^tls: .*not valid yet\. Check the date and time/],
  [
    "is self-signed",
    () => secure("self"),
    /^tls: HOST has a self-signed certificate.*Additional CA certificates/,
  ],
  [
    "is of an unknown authority",
    () => secure("unknown", { cert: read("unknown.pem") + read("cb.pem") }),
    /^tls: .*from an authority that this computer does not trust.*proxy or virus scanner/,
  ],
  [
    "has no issuer beside it",
    () => secure("unknown"),
    /^tls: The issuer .* is not known here.*intermediate certificate/,
  ],
  [
    "has another name",
    () => secure("other"),
    /^tls: The certificate is for another name than HOST\. Check the address/,
  ],
  ["has a weak key", () => secure("weak", allCiphers), /^tls: .*too weak/],
  ["has a weak signature", () => secure("sha1", allCiphers), /^tls: .*too weak/],
])("says that a certificate %s", async (_, server, text) => {
  expect(await messageOf(server())).toMatch(text);
});

it.each<[string, () => Server, RegExp]>([
  [
    "knows only old versions",
    () => secure("good", { minVersion: "TLSv1", maxVersion: "TLSv1.1", ...allCiphers }),
    /^tls: HOST offers only versions of TLS before 1\.2/,
  ],
  [
    "demands a client's certificate in TLS 1.2",
    () =>
      secure("good", {
        requestCert: true,
        rejectUnauthorized: true,
        ca: read("ca.pem"),
        maxVersion: "TLSv1.2",
      }),
    /^tls: .*demands a certificate of the client/,
  ],
  [
    "demands a client's certificate",
    () => alert(116),
    /^tls: HOST demands a certificate of the client, which Helve cannot send/,
  ],
  ["refuses the handshake", () => alert(40), /^tls: .*did not agree on how to encrypt/],
  ["does not know the name", () => alert(112), /^tls: .*does not know the name HOST/],
  ["has no protocol in common", () => alert(120), /^tls: .*does not offer HTTP\/1\.1/],
  ["has an internal error", () => alert(80), /^tls: The encrypted connection to HOST failed/],
  [
    "speaks plain HTTP",
    () => createServer(),
    /^tls: HOST does not speak TLS at this address\. Check the port, or enter the address with http:\/\//,
  ],
  [
    "speaks SSH",
    () => raw(Buffer.from("SSH-2.0-OpenSSH_9.2\r\n")),
    /^tls: HOST does not speak TLS at this address/,
  ],
  [
    "hangs up in the handshake",
    () => raw(Buffer.alloc(0)),
    /^unavailable: HOST closed the connection before it was encrypted/,
  ],
  ["resets the connection", () => raw(null), /^unavailable: The connection to HOST was lost/],
])("says that a server %s", async (_, server, text) => {
  expect(await messageOf(server())).toMatch(text);
});

it("names https:// where a server expects it", async () => {
  expect(await messageOf(alert(70), "http")).toBe(
    "tls: HOST speaks TLS at this address. Enter it with https:// instead of http://.",
  );
  expect(await messageOf(secure("good"), "http")).toMatch(
    /^unavailable: .*If the service expects TLS, enter its address with https/,
  );
});
