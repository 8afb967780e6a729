import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type ContractService, contractService } from "./contract-service.ts";
import { notDriven, type Part } from "./parts.ts";

/**
 * Returns a service that starts before the tests of a file and stops after them; only tests may use it. Its responses
 * are checked after each test, its repositories after all tests. With `part`, each operation of that part of the API
 * must have been called, with valid and invalid input.
 */
export function serviceForTests(
  part?: Part,
  options?: { readonly allowsLocalHooks?: boolean },
): ContractService {
  let started: ContractService | undefined;
  beforeAll(async () => {
    started = await contractService(options);
  });
  const running = (): ContractService => {
    if (!started) throw new Error("The service runs during tests only.");
    return started;
  };
  let isWhole = false;
  afterEach(({ task }) => {
    // Tests may be left out with `-t`.
    isWhole = task.file.tasks.every(({ mode }) => mode === "run");
    running().checkResponses();
  });
  afterAll(async () => {
    const missing = part && isWhole ? notDriven(running(), part) : [];
    await started?.remove();
    expect(missing).toEqual([]);
  });
  return new Proxy<ContractService>(Object.create(null), {
    get: (_, name) => Reflect.get(running(), name),
  });
}
