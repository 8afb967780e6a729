import { expect, test } from "vitest";
import { accountLabel } from "./account-label.ts";

const account = (id: string, name: string, url: string) => ({ id, name, url });
const a = account("1", "Work", "https://code.example");
const b = account("2", "Home", "https://git.example:8443");
const c = account("3", "Work", "https://other.example");

test("an account is named only where there is another one", () => {
  expect(accountLabel([a], "1")).toBeNull();
  expect(accountLabel([a, b], "1")).toBe("Work");
  expect(accountLabel([a, b], "2")).toBe("Home");
  expect(accountLabel([a, b], "gone")).toBeNull();
});

test("accounts of one name are distinguished by their hosts", () => {
  expect(accountLabel([a, b, c], "1")).toBe("Work (code.example)");
  expect(accountLabel([a, b, c], "3")).toBe("Work (other.example)");
  expect(accountLabel([a, b, c], "2")).toBe("Home");
});
