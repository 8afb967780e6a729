import { expect, it } from "vitest";
import { certificateError, countCertificates, proxyError, readHosts } from "./network-section.tsx";

const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

it("takes proxies over http and https only", () => {
  expect(proxyError("")).toBeUndefined();
  expect(proxyError("http://proxy.example:3128")).toBeUndefined();
  expect(proxyError("proxy")).toBeDefined();
  expect(proxyError("socks5://proxy.example")).toBeDefined();
});

it("takes whole certificates and never a private key", () => {
  expect(certificateError(certificate + certificate)).toBeUndefined();
  expect(countCertificates(certificate + certificate)).toBe(2);
  expect(certificateError("-----BEGIN CERTIFICATE-----\nMIIB")).toBeDefined();
  expect(certificateError(`${certificate}-----BEGIN PRIVATE KEY-----`)).toContain("private key");
});

it("reads hosts however they are separated", () => {
  expect(readHosts("a.example, b.example\n *.c.example;")).toEqual(["a.example", "b.example", "*.c.example"]);
});
