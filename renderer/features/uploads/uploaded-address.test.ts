import { expect, it } from "vitest";
import { uploadedAddress } from "./uploaded-address.ts";

const secret = "0123456789abcdef0123456789abcdef";
const url = `/uploads/${secret}/a.zip`;

it.each([
  ["https://git.test", `/-/project/7${url}`, `https://git.test/-/project/7${url}`],
  ["https://git.test/", `/group/app${url}`, `https://git.test/group/app${url}`],
  ["https://git.test/gitlab", `/gitlab/-/project/7${url}`, `https://git.test/gitlab/-/project/7${url}`],
  ["https://git.test/gitlab", `/group/app${url}`, `https://git.test/gitlab/group/app${url}`],
  ["https://git.test", undefined, `https://git.test/group/app${url}`],
] as const)("is below %s with the path %s", (service, full_path, expected) => {
  expect(uploadedAddress(service, "group/app", { url, ...(full_path ? { full_path } : {}) })).toBe(expected);
});
