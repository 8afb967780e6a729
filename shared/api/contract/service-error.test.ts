import { expect, it } from "vitest";
import { readServiceError } from "./service-error.ts";

const json = (body: unknown, status = 400) =>
  readServiceError(status, "application/json", JSON.stringify(body));

it.each([
  [{ message: "404 Project Not Found" }, "404 Project Not Found"],
  [{ error: "404 Not Found" }, "404 Not Found"],
  [{ error: "key is missing" }, "key is missing"],
  [{ error: "invalid_token", error_description: "Token was revoked." }, "Token was revoked."],
  [
    { error: "insufficient_scope", error_description: "The request requires more.", scope: "api" },
    "The request requires more.",
  ],
  [{ message: { error: "This endpoint is limited." } }, "This endpoint is limited."],
  [
    { message: ["Another open merge request already exists: !5"] },
    "Another open merge request already exists: !5",
  ],
  [{ message: { base: ["Nothing to do"] } }, "Nothing to do"],
])("reads %j", (body, message) => {
  expect(json(body).message).toBe(message);
});

it("returns messages by field", () => {
  const { message, fields } = json({
    message: { fingerprint: ["has already been taken"], key: ["has already been taken", "is invalid"] },
  });
  expect(fields).toEqual({
    fingerprint: ["has already been taken"],
    key: ["has already been taken", "is invalid"],
  });
  expect(message).toBe("fingerprint has already been taken; key has already been taken; is invalid");
});

it("reads text, and the title of a page that a proxy made", () => {
  expect(readServiceError(429, "text/plain", "Retry later\n").message).toBe("Retry later");
  const page = "<html><head><title>502 Bad Gateway</title></head><body><script>x</script></body></html>";
  expect(readServiceError(502, "text/html", page)).toEqual({ message: "502 Bad Gateway", fields: {} });
  expect(readServiceError(503, "text/html", "<!doctype html><p>down").message).toBe("HTTP 503");
});

it("returns an error for empty and broken bodies", () => {
  expect(readServiceError(500, null, "").message).toBe("HTTP 500");
  expect(readServiceError(500, "application/json", '{"message":').message).toBe('{"message":');
  expect(readServiceError(500, "application/json", "null").message).not.toBe("");
});
