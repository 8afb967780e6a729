import type { Seeded } from "./seeded.ts";

const zero = "0".repeat(40);

/** The body of a push or a fetch with slightly malformed lines. Nothing in it may move `main`. */
export function malformedPush(random: Seeded, commit: string): Buffer {
  const hash = () =>
    random.pick([commit, commit.toUpperCase(), zero, "f".repeat(40), commit.slice(1), "g".repeat(40)]);
  const ref = () =>
    random.pick([
      "refs/heads/main",
      "refs/heads/main",
      "refs/heads/../main",
      "HEAD",
      "refs/keep-around/x",
      "refs/heads/a b",
      "refs/heads/main\0",
      `refs/heads/${"x".repeat(3000)}`,
    ]);
  const capabilities = random.pick([
    "\0 report-status",
    "\0report-status side-band-64k push-options",
    "",
    "\0\0",
    "\0 atomic object-format=sha256",
  ]);
  const line = () =>
    random.pick<() => string>([
      () => `${hash()} ${hash()} ${ref()}${capabilities}`,
      () => `${hash()} ${hash()} ${ref()}\n${commit} ${zero} refs/heads/main${capabilities}`,
      () => `want ${hash()}${random.chance(0.5) ? " multi_ack side-band-64k" : ""}\n`,
      () => `have ${hash()}\n`,
      () => "command=ls-refs\n",
      () => "command=fetch",
      () => `push-cert${capabilities}\n`,
      () => `shallow ${hash()}`,
      () => "done\n",
      () => "filter blob:none",
      () => "deepen 99999999999",
    ])();
  const lines = Array.from({ length: 1 + random.below(4) }, () => packet(random, line()));
  const end = random.pick(["0000", "0001", "0002", "0009done\n", "", "00000009done\n"]);
  const pack = random.chance(0.4)
    ? Buffer.concat([Buffer.from("PACK\0\0\0\x02\0\0\0\x01"), random.bytes(40)])
    : "";
  return Buffer.concat([...lines, Buffer.from(end), Buffer.from(pack)]);
}

/** A pkt-line; its length is sometimes wrong. */
function packet(random: Seeded, text: string): Buffer {
  const right = (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0");
  const length = random.chance(0.85)
    ? right
    : random.pick(["ffff", "0003", "0004", "zzzz", right.toUpperCase(), "-001", "+03f"]);
  return Buffer.from(length + text);
}
