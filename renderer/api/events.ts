import { type HostEvent, hostEvent } from "../../shared/host/events.ts";
import { hostPath } from "../../shared/host/prefix.ts";

const types = hostEvent.options.map((option) => option.shape.type.value);

/**
 * Listens to the host's stream until the returned function is called. The browser reconnects by itself, and the
 * host then repeats its present state. `onConnection` is called when the stream opens and breaks.
 */
export function listenToHost(
  onEvent: (event: HostEvent) => void,
  onConnection: (open: boolean) => void,
): () => void {
  const source = new EventSource(hostPath("/events"));
  for (const type of types) {
    source.addEventListener(type, (frame: MessageEvent<string>) => {
      const parsed = hostEvent.safeParse(JSON.parse(frame.data));
      if (parsed.success) onEvent(parsed.data);
    });
  }
  source.addEventListener("open", () => onConnection(true));
  source.addEventListener("error", () => onConnection(false));
  return () => source.close();
}
