import { eventRoutes, type HostEvent } from "../../../shared/host/events.ts";
import { routeUrl } from "../../../shared/host/host-route.ts";

/** A message of the relay to a window: an event of the host, or that the stream has opened or broken. */
export type RelayMessage = { readonly event: HostEvent } | { readonly connected: boolean };

/** A message of a window to the relay: the types of events that it listens to, or that it ends. */
export type WindowMessage = { readonly join: readonly string[] } | { readonly leave: true };

/**
 * A shared worker that holds the one stream of host events for all windows of a browser. A browser keeps six connections
 * to a server: with a stream for each window, the seventh window would never load.
 */
const windows = new Set<MessagePort>();
/** Windows whose present state is on its way, with what has happened since it was requested. */
const joining = new Map<MessagePort, RelayMessage[]>();
let source: EventSource | null = null;

addEventListener("connect", (event) => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined;
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<WindowMessage>) => {
    if ("join" in data) return void join(port, data.join);
    windows.delete(port);
    joining.delete(port);
    // What the host has for the next window waits there.
    if (windows.size + joining.size === 0) closeStream();
  };
});

async function join(port: MessagePort, types: readonly string[]): Promise<void> {
  if (source?.readyState === EventSource.OPEN) {
    joining.set(port, []);
    try {
      for (const event of await readState()) send(port, { event });
      send(port, { connected: true });
    } catch {
      // A new stream begins with the present state.
      if (joining.has(port)) openStream(types);
    }
    const later = joining.get(port);
    if (!later) return;
    joining.delete(port);
    for (const message of later) send(port, message);
  } else if (source?.readyState !== EventSource.CONNECTING) openStream(types);
  windows.add(port);
}

async function readState(): Promise<HostEvent[]> {
  const response = await fetch(routeUrl(eventRoutes.state, {}));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

function closeStream(): void {
  source?.close();
  source = null;
}

function openStream(types: readonly string[]): void {
  closeStream();
  source = new EventSource(routeUrl(eventRoutes.stream, {}));
  for (const type of types)
    source.addEventListener(type, ({ data }: MessageEvent<string>) => sendAll({ event: JSON.parse(data) }));
  source.addEventListener("open", () => sendAll({ connected: true }));
  source.addEventListener("error", () => sendAll({ connected: false }));
}

const send = (port: MessagePort, message: RelayMessage): void => port.postMessage(message);

function sendAll(message: RelayMessage): void {
  for (const port of windows) send(port, message);
  for (const later of joining.values()) later.push(message);
}
