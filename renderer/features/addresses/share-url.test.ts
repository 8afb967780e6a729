import { afterEach, expect, it, vi } from "vitest";
import { useHostState } from "../../state/host-state.ts";
import { hrefs } from "./hrefs.ts";
import { hrefOfAppUrl, shareUrl, webPageUrl } from "./share-url.ts";

const account = (id: string, kind: "local" | "remote", url: string) =>
  ({ id, kind, url, name: id, token: "memory", check: null }) as const;

afterEach(() => {
  vi.unstubAllGlobals();
  useHostState.setState({ accounts: null });
});

it.each(["app://helve", "http://127.0.0.1:4000"])("copies what can be opened, in a shell at %s", (origin) => {
  vi.stubGlobal("location", { origin });
  useHostState.setState({
    accounts: [
      account("local", "local", "http://127.0.0.1:22101"),
      account("1", "remote", "https://code.example"),
    ],
  });
  const lines = (id: string) => hrefs.project(id, "g/p", "files", { ref: "main", path: "a b.ts" }, "L3");
  expect(shareUrl(lines("1"))).toBe("https://code.example/g/p/-/blob/main/a%20b.ts#L3");
  expect(webPageUrl(hrefs.issue("1", "g/p", 7))).toBe("https://code.example/g/p/-/issues/7");
  expect(webPageUrl(hrefs.issue("local", "g/p", 7))).toBeNull();
  for (const href of [lines("local"), hrefs.project("1", "g/p", "changes"), hrefs.settings(), hrefs.home]) {
    expect(shareUrl(href)).toBe(origin + href);
    expect(hrefOfAppUrl(` ${origin}${href}\n`)).toBe(href);
    expect(hrefOfAppUrl(`app://helve${href}`)).toBe(href);
  }
  for (const text of [`${origin}/-/accounts`, `${origin}/nowhere`, origin, "https://code.example/a/1", "a/1"])
    expect(hrefOfAppUrl(text)).toBeNull();
});
