import { expect, it } from "vitest";
import { z } from "zod";
import { registrationToken } from "../../electron/service/domain/ci/runner-access.ts";
import { serviceForTests } from "../../electron/service/routes/testing/service-for-tests.ts";
import { getRunner } from "../../shared/api/resources/runners.ts";
import { readInputs } from "./read-inputs.ts";

/** Type of the body of `POST /runners`, and what the runner is afterwards. */
const right = z.object({ type: z.string(), runner: z.record(z.string(), z.unknown()) });

const service = serviceForTests();

it.each(readInputs("./runner-info.txt", right))("$name", async ({ text, right: { type, runner } }) => {
  const token = registrationToken(service.store, { type: "instance" });
  const response = await fetch(`${service.url}/api/v4/runners`, {
    method: "POST",
    headers: { "content-type": type },
    body: text.replaceAll("TOKEN", token),
  });
  const body: unknown = await response.json();
  expect([response.status, body]).toEqual([201, { id: expect.any(Number), token: expect.any(String) }]);
  const { id } = z.object({ id: z.int() }).parse(body);
  expect((await service.operate(getRunner, { id }, { as: "administrator" })).body).toMatchObject(runner);
});
