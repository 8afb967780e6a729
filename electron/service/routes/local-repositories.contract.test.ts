import { expect, it } from "vitest";
import { getOriginal } from "../../../shared/api/resources/local-repositories.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();

it("names no original of a project that was not opened from disk, and refuses those who may not see it", async () => {
  const { id } = await service.project();
  expect(await service.operate(getOriginal, { id })).toMatchObject({ status: 200, body: null });
  const refusals = refusalsOf(service, getOriginal, { id });
  expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
});
