import * as branches from "./branches.ts";
import type { AnyOperation } from "./operation.ts";

const isOperation = (value: object): value is AnyOperation =>
  "method" in value && "path" in value && "input" in value;

/** Every operation of the contract by the name under which it is exported. */
export const operations: Readonly<Record<string, AnyOperation>> = Object.fromEntries(
  [branches].flatMap((resource) =>
    Object.entries(resource).flatMap(([name, value]) =>
      typeof value === "object" && isOperation(value) ? [[name, value] as const] : [],
    ),
  ),
);
