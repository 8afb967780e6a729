import { expect, it } from "vitest";
import { readFileHeaders, writeFileHeaders } from "./file-headers.ts";

const file = {
  blobId: "79f7bbd25901e8334750839545a9bd021f0e4c83",
  commitId: "d5a3ff139356ce33e37e73add446f16869741b50",
  lastCommitId: "570e7b2abdd848b95f2f578043fc23bd6f6fd24d",
  contentSha256: "4c294617b60715c1d218e61164a3abd4808a4284cbc30e6728a01ad9aada4481",
  encoding: "base64",
  fileName: "naïve 🦊.rb",
  filePath: "app/naïve 🦊.rb",
  ref: "main",
  size: 1476,
  executable: true,
};

it("reads the headers that it writes, names beyond Latin-1 too", () => {
  const headers = new Headers();
  writeFileHeaders(headers, file);
  expect(headers.get("x-gitlab-size")).toBe("1476");
  expect(readFileHeaders(headers)).toEqual(file);
});

it("reads headers whatever the name of the service in them", () => {
  const headers = new Headers({ "X-Service-Blob-Id": "abc", "X-Service-Size": "3", "X-Service-Ref": "v1" });
  expect(readFileHeaders(headers)).toMatchObject({ blobId: "abc", size: 3, ref: "v1", executable: null });
});

it("removes line breaks and control characters of a file name", () => {
  const headers = new Headers();
  writeFileHeaders(headers, { fileName: "a\r\nX-Evil: 1" });
  expect(headers.has("x-evil")).toBe(false);
  expect(headers.get("x-service-file-name")).toBe("a  X-Evil: 1");
  writeFileHeaders(headers, { fileName: "bell\u0007del\u007f" });
  expect(headers.get("x-service-file-name")).toBe("bell del");
});
