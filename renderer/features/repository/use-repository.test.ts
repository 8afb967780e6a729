import { expect, it } from "vitest";
import { parseAddress } from "../../app/navigation/app-location.ts";
import { permalink } from "./use-repository.ts";

const id = "c".repeat(40);
const repository = { account: "local", project: "fjord/lantern", ref: "main", commit: { id } };

it.each([
  ["a line", "src/main.tsx", "L3"],
  ["several lines", "src/main.tsx", "L3-9"],
  ["a file", "odd names/issue #7.txt", ""],
  ["a folder", "src/features", ""],
  ["the root", "", ""],
])("names the commit in the permalink of %s", (_, path, hash) => {
  const {
    pathname,
    searchParams,
    hash: lines,
  } = new URL(permalink(repository, path, hash), "https://helve.example");
  expect(searchParams.get("ref")).toBe(id);
  expect(searchParams.get("path") ?? "").toBe(path);
  expect(lines).toBe(hash && `#${hash}`);
  expect(parseAddress(pathname)).toMatchObject({ kind: "project", project: "fjord/lantern", part: "files" });
});
