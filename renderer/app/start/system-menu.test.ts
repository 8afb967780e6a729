import { beforeEach, expect, it, vi } from "vitest";
import { registerCommands } from "../../state/commands/commands.ts";
import { useToasts } from "../../ui/overlays/toast.tsx";
import { runFromMenu } from "./system-menu.ts";

const shown = () => useToasts.getState().entries.map(({ title, description }) => [title, description]);

beforeEach(() => useToasts.setState({ entries: [] }));

it("runs a command of the menu, and says what it needs where no project is open", () => {
  const run = vi.fn();
  const command = { id: "project.branches", title: "Branches", section: "Project", run };
  const leave = registerCommands([command]);
  runFromMenu("project.branches");
  expect(run).toHaveBeenCalledOnce();
  expect(shown()).toEqual([]);

  leave();
  runFromMenu("project.branches");
  expect(run).toHaveBeenCalledOnce();
  expect(shown()).toEqual([["Open a project first", "This command acts on one."]]);
  runFromMenu("project.branches");
  expect(shown()).toHaveLength(1);
});
