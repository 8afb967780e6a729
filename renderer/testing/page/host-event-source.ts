/**
 * A stream of the host's events for a page in the same process, with what the page uses of `EventSource`. It ends with the
 * page, which `closed` emits as `close`.
 */
export function eventSourceOf(
  request: (path: string, init: RequestInit) => Promise<Response>,
  closed: EventTarget,
) {
  return class extends EventTarget {
    readonly #end = new AbortController();

    constructor(path: string) {
      super();
      closed.addEventListener("close", () => this.close(), { once: true });
      void this.#read(path).catch(() => this.#end.signal.aborted || this.dispatchEvent(new Event("error")));
    }

    async #read(path: string): Promise<void> {
      const { signal } = this.#end;
      const { body } = await request(path, { signal });
      this.dispatchEvent(new Event("open"));
      let text = "";
      for await (const chunk of body?.pipeThrough(new TextDecoderStream(), { signal }) ?? []) {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) this.#emit(block);
      }
    }

    #emit(block: string): void {
      const fieldOf = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      const data = fieldOf("data");
      if (data !== undefined) this.dispatchEvent(new MessageEvent(fieldOf("event") ?? "message", { data }));
    }

    close(): void {
      this.#end.abort();
    }
  };
}
