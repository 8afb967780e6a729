import { expect, it } from "vitest";
import { makeDemo, publishScene } from "./testing/publish-scene.ts";

it("moves a project to a second service, where every field is the same but for what it says", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  const done = await scene.publish({});
  console.log(JSON.stringify(done, null, 1));
  expect(done.listedDifferences).toEqual([]);
});
