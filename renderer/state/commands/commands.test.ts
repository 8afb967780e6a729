import { afterEach, expect, it } from "vitest";
import { registerViews } from "../../app/compose-views.ts";
import { usePreferences } from "../preferences.ts";
import { type Command, currentCommands, registerCommands, runCommand } from "./commands.ts";

registerViews();

const undo: (() => void)[] = [];
afterEach(() => {
  for (const remove of undo.splice(0)) remove();
});
const ran: string[] = [];
const command = (id: string, title: string): Command => ({
  id,
  title,
  section: "Test",
  run: () => ran.push(title),
});

it("lists a view's command before the window's, whichever was registered first", () => {
  undo.push(registerCommands([command("find", "view")]));
  undo.push(registerCommands([command("find", "window"), command("other", "other")], "window"));
  expect(currentCommands().map(({ title }) => title)).toEqual(["view", "other"]);
  expect(runCommand("find")).toBe(true);
  expect(ran).toEqual(["view"]);
  expect(runCommand("nothing")).toBe(false);
});

it("gives a key to one command only, the view's first", () => {
  undo.push(registerCommands([command("project.pipelines", "a"), command("go.ci", "b")], "window"));
  undo.push(registerCommands([command("review.search", "c"), command("log.find", "d")]));
  expect(currentCommands().map(({ id, keys }) => [id, keys])).toEqual([
    ["project.pipelines", []],
    ["go.ci", ["g j"]],
    ["review.search", []],
    ["log.find", ["mod+f", "/"]],
  ]);
});

it("gives a command the keys that the user chose, or none", () => {
  undo.push(registerCommands([command("go.home", "a"), command("theme.dark", "b"), command("go.ci", "c")]));
  usePreferences.setState({ keys: { "go.home": ["g j"], "theme.dark": ["mod+j"], "go.ci": [] } });
  undo.push(() => usePreferences.setState({ keys: {} }));
  expect(currentCommands().map(({ keys }) => keys)).toEqual([["g j"], ["mod+j"], []]);
});

it("takes commands away again", () => {
  const remove = registerCommands([command("a", "a")]);
  remove();
  expect(currentCommands()).toEqual([]);
});
