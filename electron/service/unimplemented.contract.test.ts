import { expect, it } from "vitest";
import { operationKey } from "../../shared/api/contract/call-facts.ts";
import { operations } from "../../shared/api/index.ts";
import { implemented } from "./service.ts";

it("implements every operation of the contract", () => {
  const missing = Object.values(operations).filter((operation) => !implemented.has(operation));
  expect(missing.map(operationKey)).toEqual([]);
});
