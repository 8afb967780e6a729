import { runCommand } from "../../state/commands/commands.ts";
import { toast } from "../../ui/toast-store.ts";

/** Runs a command that was chosen in the system's menu, which lists all of them everywhere. */
export function runFromMenu(id: string): void {
  if (!runCommand(id)) toast.info("Open a project first", { description: "This command acts on one." });
}
