import type { Confirmations } from "../confirmation/confirmations.ts";
import type { Redactor } from "../diagnostics/redactor.ts";
import type { EventBus } from "../events/event-bus.ts";
import type { PublishParts } from "./publish-run.ts";
import { PublishStore } from "./publish-store.ts";
import { Publishes } from "./publishes.ts";

interface StartOptions {
  readonly folder: string;
  readonly parts: PublishParts;
  readonly bus: EventBus;
  readonly confirmations: Confirmations;
  readonly redactor: Redactor;
  /** Shows an end outside of the page. */
  readonly notify: (title: string, body: string, path: string) => void;
  /** Milliseconds before a service is tried again the first time; 5,000 unless given. */
  readonly retryMs: number | undefined;
}

/** Starts the publishes of a folder where they were, and reports them on the bus. */
export function startPublishes({ folder, bus, notify, retryMs = 5000, ...parts }: StartOptions): Publishes {
  const publishes = new Publishes({
    ...parts,
    store: new PublishStore(folder),
    retryMs,
    onChange: (list) => bus.emit({ type: "publishes", publishes: [...list] }),
    onEnd({ source, target, message }) {
      const project = encodeURIComponent(`${target.namespace}/${target.path}`);
      const path = `/a/${encodeURIComponent(target.accountId)}/p/${project}`;
      notify(`${source.project} was sent`, message, path);
    },
  });
  bus.addState(() => [{ type: "publishes", publishes: publishes.list() }]);
  return publishes;
}
