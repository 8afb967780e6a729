/** Size of a generated repository. */
export interface RepositorySize {
  readonly commits: number;
  readonly branches: number;
  readonly tags: number;
  /** Bytes that do not compress, over all files. */
  readonly bytes: number;
}

const startedAt = 1_600_000_000;
const data = (content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`data ${Buffer.byteLength(content)}\n`),
    Buffer.from(content),
    Buffer.from("\n"),
  ]);

/** Random bytes that are the same at each run. */
function* noise(seed: number): Generator<number, never> {
  for (let state = seed | 1; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state & 0xff;
  }
}

function bytes(source: Generator<number, never>, count: number): Buffer {
  const buffer = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; at++) buffer[at] = source.next().value;
  return buffer;
}

/** A linear history for `git fast-import`: each commit writes one file, branches and tags are spread evenly over it. */
export function* grownHistory(size: RepositorySize): Generator<Buffer> {
  const source = noise(20_261_122);
  const each = Math.floor(size.bytes / size.commits);
  const branchEvery = Math.floor(size.commits / size.branches);
  const tagEvery = Math.floor(size.commits / size.tags);
  for (let n = 1; n <= size.commits; n++) {
    const who = `Person ${n % 50} <person${n % 50}@example.test> ${startedAt + n * 60} +0000`;
    const path = `src/part${n % 40}/module${Math.floor(n / 40) % 50}/file${n % 7}.bin`;
    yield Buffer.concat([
      Buffer.from(`commit refs/heads/main\nmark :${n}\nauthor ${who}\ncommitter ${who}\n`),
      data(`Change number ${n}`),
      Buffer.from(n > 1 ? `from :${n - 1}\n` : ""),
      Buffer.from(`M 100644 inline ${path}\n`),
      data(bytes(source, each)),
    ]);
    if (n % branchEvery === 0) yield Buffer.from(`reset refs/heads/topic/${n}\nfrom :${n}\n\n`);
    if (n % tagEvery === 0) yield Buffer.from(`reset refs/tags/v${n}\nfrom :${n}\n\n`);
  }
}
