/** Milliseconds over which the speed is measured. */
const windowMs = 4_000;

/** Bytes a second over the last seconds. */
export class Speed {
  #marks: { at: number; bytes: number }[] = [];

  add(bytes: number, at = Date.now()): void {
    this.#marks.push({ at, bytes });
    while (this.#marks[0] && this.#marks[0].at < at - windowMs) this.#marks.shift();
  }

  get(at = Date.now()): number {
    const recent = this.#marks.filter((mark) => mark.at >= at - windowMs);
    const first = recent[0];
    if (!first) return 0;
    const bytes = recent.reduce((sum, mark) => sum + mark.bytes, 0);
    return Math.round((bytes / Math.max(250, at - first.at)) * 1000);
  }
}
