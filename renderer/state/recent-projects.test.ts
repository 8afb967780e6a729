import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addRecentProject, useRecentProjects } from "./recent-projects.ts";
import { foreignDocumentChanged } from "./windows/foreign-documents.ts";

const stored = vi.hoisted(() => ({ value: [] as unknown, written: [] as unknown[], end: () => {} }));
vi.mock("../api/documents.ts", () => ({
  readDocument: (_schema: unknown, collection: string) =>
    Promise.resolve(collection === "recent" ? stored.value : []),
  writeDocument: (_collection: string, _key: string, value: unknown) =>
    new Promise<void>((resolve) => {
      stored.end = () => {
        stored.written.push(value);
        resolve();
      };
    }),
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const project = (account: string) => ({
  account,
  path: "fjord/lantern",
  name: "Lantern",
  namespace: "fjord",
});

it("keeps a visit that is being stored when another window has stored its own", async () => {
  addRecentProject(project("elsewhere"));
  await vi.advanceTimersByTimeAsync(1);
  stored.value = [project("local")];
  foreignDocumentChanged("recent", "projects");
  await vi.advanceTimersByTimeAsync(200);
  const both = [project("elsewhere"), project("local")];
  expect(useRecentProjects.getState().recent).toEqual(both);
  stored.end();
  await vi.advanceTimersByTimeAsync(200);
  stored.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(stored.written.at(-1)).toEqual(both);
});

it("takes over what another window has stored since", async () => {
  stored.value = [project("third")];
  foreignDocumentChanged("recent", "projects");
  await vi.advanceTimersByTimeAsync(200);
  expect(useRecentProjects.getState().recent).toEqual([project("third")]);
});
