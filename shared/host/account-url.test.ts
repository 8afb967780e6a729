import { describe, expect, it } from "vitest";
import { pathOnService, readAccountUrl, readDeepLink } from "./account-url.ts";

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
  it("refuses what is not a service", () => {
    expect(url("  ").kind).toBe("empty");
    expect(url("ftp://code.example").kind).toBe("wrong");
    expect(url("https://me:secret@code.example").kind).toBe("wrong");
    expect(url("https://").kind).toBe("wrong");
  });
});

it("finds the base in what was pasted from a browser", () => {
  for (const page of ["api/v4/projects?x=1", "-/profile", "users/sign_in", "dashboard/issues", "explore"])
    expect(url(`https://h.example/forge/${page}`)).toMatchObject({ url: "https://h.example/forge" });
});

describe("a link to a page of a service", () => {
  it.each([
    [
      "https://code.example/fjord/lantern/",
      "https://code.example",
      { path: "fjord/lantern", search: "", hash: "" },
    ],
    [
      "helve://code.example/a/-/blob/main/x?plain=1#L3",
      "http://code.example",
      { path: "a/-/blob/main/x", search: "?plain=1", hash: "#L3" },
    ],
    ["https://h.example/forge/a/b", "https://h.example/forge", { path: "a/b", search: "", hash: "" }],
    ["https://h.example/forgery/a/b", "https://h.example/forge", null],
    ["https://other.example/a/b", "https://code.example", null],
    ["no link", "https://code.example", null],
  ])("%s on %s", (link, base, found) => {
    expect(pathOnService(link, base)).toEqual(found);
  });
});

it("takes no link with a user, a password or another scheme", () => {
  expect(readDeepLink("helve://code.example/a")).toBe("helve://code.example/a");
  for (const text of [
    "helve://me:x@code.example/a",
    "https://code.example",
    "helve:///x",
    `helve://a/${"b".repeat(5000)}`,
  ])
    expect(readDeepLink(text)).toBeNull();
});
