/** Milliseconds over which the speed is averaged. */
const windowMs = 5_000;

/** Follows a download: how far it is, how fast, and how long it will take. */
export class Progress {
  #samples = [];
  received = 0;
  total = null;

  update({ received, total }, now = Date.now()) {
    this.received = received;
    this.total = total;
    this.#samples.push({ now, received });
    while (this.#samples.length > 2 && this.#samples[0].now < now - windowMs) this.#samples.shift();
  }

  /** Such as `34.2 of 121.6 MB, 2.1 MB/s, 41 s left`. */
  toString() {
    const size =
      this.total === null ? megabytes(this.received) : `${number(this.received)} of ${megabytes(this.total)}`;
    const speed = this.#bytesPerSecond();
    if (speed <= 0) return size;
    const left = this.total === null ? "" : `, ${duration((this.total - this.received) / speed)} left`;
    return `${size}, ${megabytes(speed)}/s${left}`;
  }

  #bytesPerSecond() {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || last.now === first.now) return 0;
    return ((last.received - first.received) / (last.now - first.now)) * 1_000;
  }
}

const number = (bytes) => (bytes / 1_000_000).toFixed(1);
const megabytes = (bytes) => `${number(bytes)} MB`;

/** Whole seconds below two minutes, whole minutes above. */
function duration(seconds) {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
