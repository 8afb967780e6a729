import { eventRoutes, type HostEvent, hostEventTypes } from "../../../shared/host/events.ts";
import { routeUrl } from "../../../shared/host/host-route.ts";
import type { RelayMessage, WindowMessage } from "./event-relay.worker.ts";

interface Listener {
  /** Called with the present state first, and again after a break. */
  onEvent(event: HostEvent): void;
  /** Called when the stream opens and breaks. */
  onConnection(open: boolean): void;
}

/** Listens to the host's events for as long as the page lives. The browser reconnects by itself. */
export function listenToHost(listener: Listener): void {
  // Connections to the desktop's scheme are not counted, so that each window has a stream of its own.
  if (location.protocol === "http:" && typeof SharedWorker !== "undefined") listenThroughRelay(listener);
  else listenDirectly(listener);
}

function listenDirectly(listener: Listener): void {
  const source = new EventSource(routeUrl(eventRoutes.stream, {}));
  for (const type of hostEventTypes)
    source.addEventListener(type, ({ data }: MessageEvent<string>) => listener.onEvent(JSON.parse(data)));
  source.addEventListener("open", () => listener.onConnection(true));
  source.addEventListener("error", () => listener.onConnection(false));
}

function listenThroughRelay(listener: Listener): void {
  const worker = new SharedWorker(new URL("./event-relay.worker.ts", import.meta.url), {
    type: "module",
    name: "host events",
  });
  const { port } = worker;
  const post = (message: WindowMessage) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<RelayMessage>) => {
    if ("event" in data) listener.onEvent(data.event);
    else listener.onConnection(data.connected);
  };
  // A browser may refuse such workers.
  worker.onerror = () => listenDirectly(listener);
  post({ join: hostEventTypes });
  addEventListener("pagehide", () => post({ leave: true }));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) post({ join: hostEventTypes });
  });
}
