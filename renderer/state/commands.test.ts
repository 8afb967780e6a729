import { afterEach, expect, it } from "vitest";
import { type Command, currentCommands, registerCommands, runCommand } from "./commands.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const remove of undo.splice(0)) remove();
});
const ran: string[] = [];
const command = (id: string, title: string, shortcut?: string): Command => ({
  id,
  title,
  section: "Test",
  shortcut,
  run: () => ran.push(title),
});

it("lets a view's command stand before the window's, whatever came first", () => {
  undo.push(registerCommands([command("find", "view")]));
  undo.push(registerCommands([command("find", "window"), command("other", "other")], "window"));
  expect(currentCommands().map(({ title }) => title)).toEqual(["view", "other"]);
  expect(runCommand("find")).toBe(true);
  expect(ran).toEqual(["view"]);
  expect(runCommand("nothing")).toBe(false);
});

it("gives a shortcut to one command only", () => {
  undo.push(registerCommands([command("a", "a", "t"), command("b", "b", "g b")], "window"));
  undo.push(registerCommands([command("c", "c", "t")]));
  expect(currentCommands().map(({ id, shortcut }) => [id, shortcut])).toEqual([
    ["a", undefined],
    ["b", "g b"],
    ["c", "t"],
  ]);
});

it("takes commands away again", () => {
  const remove = registerCommands([command("a", "a")]);
  remove();
  expect(currentCommands()).toEqual([]);
});
