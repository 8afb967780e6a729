import { describe, expect, it } from "vitest";
import { readAccountUrl } from "./account-url.ts";

const url = (typed: string) => readAccountUrl(typed);

describe("a typed service address", () => {
  it("is made whole", () => {
    for (const typed of ["code.example", "https://code.example/", " https://code.example/api/v4/ "]) {
      expect(url(typed)).toEqual({ kind: "url", url: "https://code.example", insecure: false });
    }
    expect(url("https://h.example:8443/forge/")).toMatchObject({ url: "https://h.example:8443/forge" });
  });
  it("warns of plain http, but not on this machine", () => {
    expect(url("http://code.example")).toMatchObject({ insecure: true });
    expect(url("http://127.0.0.1:3000")).toMatchObject({ insecure: false });
    expect(url("http://[::1]:3000")).toMatchObject({ insecure: false });
    expect(url("http://localhost.evil.example")).toMatchObject({ insecure: true });
  });
  it("refuses what is no service", () => {
    expect(url("  ").kind).toBe("empty");
    expect(url("ftp://code.example").kind).toBe("wrong");
    expect(url("https://me:secret@code.example").kind).toBe("wrong");
    expect(url("https://").kind).toBe("wrong");
  });
});
