import { expect, test } from "vitest";
import { z } from "zod";
import { callsOf } from "./mock/calls.ts";

const bridge = z.object({ pathOf: z.custom<(file: File) => string>((value) => typeof value === "function") });

test("the page gets the path of a dropped file and nothing else", async () => {
  await import("./preload.ts");
  const [[name, value] = []] = callsOf("contextBridge.exposeInMainWorld");
  expect(name).toBe("helveDesktop");
  expect(Object.keys(bridge.parse(value))).toEqual(["pathOf"]);
  expect(bridge.parse(value).pathOf(new File([], "a.txt"))).toBe("/dropped/a.txt");
});
