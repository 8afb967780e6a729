import { expect, test } from "vitest";
import { errorLine } from "./error-line.ts";

test("a line of the log has no secret", () => {
  const error = new Error(
    "GET http://any:hunter2@127.0.0.1/x?private_token=abcdefgh&a=b with hlv-0123456789abcdef and glpat-ABCDEFGHIJ",
  );
  const line = errorLine(error, "POST /projects");
  expect(line).toContain("POST /projects: Error: GET http://[secret]@127.0.0.1/x?private_token=[secret]&a=b");
  for (const secret of ["hunter2", "abcdefgh&", "0123456789abcdef", "ABCDEFGHIJ"])
    expect(line).not.toContain(secret);
});
