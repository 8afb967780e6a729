/** A stream of the host's events for a page in the same process, with what the page uses of `EventSource`. */
export function eventSourceOf(request: (path: string, init: RequestInit) => Promise<Response>) {
  return class extends EventTarget {
    readonly #end = new AbortController();

    constructor(path: string) {
      super();
      void this.#read(path).catch(() => this.dispatchEvent(new Event("error")));
    }

    async #read(path: string): Promise<void> {
      const { body } = await request(path, { signal: this.#end.signal });
      this.dispatchEvent(new Event("open"));
      let text = "";
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
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
