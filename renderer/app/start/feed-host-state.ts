import { listenToHost } from "../../api/events.ts";
import { runCommand } from "../../state/commands.ts";
import { afterEvent, useHostState } from "../../state/host-state.ts";
import { openTab } from "../../state/tabs.ts";

/** Keeps the host's state current for as long as the page lives, and does what the host asks for. */
export function feedHostState(): void {
  listenToHost(
    (event) => {
      if (event.type === "navigate") openTab(event.path);
      else if (event.type === "command") runCommand(event.id);
      else useHostState.setState((state) => afterEvent(state, event));
    },
    (connected) => useHostState.setState({ connected }),
  );
}
