import { describe, expect, it } from "vitest";
import { GitRefusal } from "./git-errors.ts";
import { readPushRequest, reportRefusal } from "./push-request.ts";

const zero = "0".repeat(40);
const one = "1".repeat(40);
const packet = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, "0")}${text}`;
const caps = "\0 report-status side-band-64k agent=git/2.39.5";

async function read(body: string | Buffer, size = 7) {
  const bytes = Buffer.from(body);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return readPushRequest(pieces());
}

describe("the head of a push", () => {
  it("is read in pieces of any size, and leaves the pack", async () => {
    const lines = [
      packet(`shallow ${one}\n`),
      packet(`${zero} ${one} refs/heads/topic/ü${caps}`),
      packet(`${one} ${zero} refs/tags/v1\n`),
      "0000",
    ];
    for (const size of [1, 3, 1000]) {
      const { commands, head, rest } = await read(`${lines.join("")}PACK…`, size);
      expect(commands).toEqual([
        { before: zero, after: one, ref: "refs/heads/topic/ü" },
        { before: one, after: zero, ref: "refs/tags/v1" },
      ]);
      expect("PACK…".startsWith(rest.toString()) || rest.length < size).toBe(true);
      const again = await read(head);
      expect(again.commands).toEqual(commands);
      expect(again.head).toEqual(head);
    }
  });

  it("has options, of which git gets nothing", async () => {
    const command = packet(`${zero} ${one} refs/heads/x\0report-status push-options`);
    const { options, head, rest } = await read(
      `${command}0000${packet("ci.skip\n")}${packet("a=b")}0000PACK`,
      1000,
    );
    expect([options, rest.toString()]).toEqual([["ci.skip", "a=b"], "PACK"]);
    expect(head.toString()).not.toContain("push-options");
    expect(head.toString()).not.toContain("ci.skip");
  });

  it("may be empty", async () => {
    expect(await read("0000")).toMatchObject({ commands: [], head: Buffer.from("0000") });
  });

  it.each([
    ["hashes in capitals", packet(`${zero} ${"A".repeat(40)} refs/heads/main${caps}`)],
    ["a capital in one hash", packet(`${zero} ${"a".repeat(39)}A refs/heads/main${caps}`)],
    ["two commands in a line", packet(`${zero} ${one} refs/heads/x\n${zero} ${one} refs/heads/main${caps}`)],
    [
      "a command behind the capabilities",
      packet(`${zero} ${one} refs/heads/x${caps}\0${zero} ${one} refs/heads/main`),
    ],
    ["a signed push", packet(`push-cert${caps}\n`) + packet("certificate version 0.1\n")],
    [
      "an option without a length",
      `${packet(`${zero} ${one} refs/heads/x\0report-status push-options`)}0000ci.skip`,
    ],
    ["an unknown capability", packet(`${zero} ${one} refs/heads/x\0report-status new-thing`)],
    ["a ref outside refs", packet(`${zero} ${one} HEAD${caps}`)],
    ["two spaces", packet(`${zero}  ${one} refs/heads/main${caps}`)],
    ["a tab", packet(`${zero}\t${one} refs/heads/main${caps}`)],
    ["a short hash", packet(`${zero} ${"1".repeat(39)} refs/heads/main${caps}`)],
    ["hashes of two kinds", packet(`${zero} ${"1".repeat(64)} refs/heads/main${caps}`)],
    ["a way up", packet(`${zero} ${one} refs/heads/../heads/main${caps}`)],
    ["a name with a space", packet(`${zero} ${one} refs/heads/main x${caps}`)],
    [
      "a shallow line behind a command",
      packet(`${zero} ${one} refs/heads/x${caps}`) + packet(`shallow ${one}`),
    ],
    ["a length in capitals", `00AF${"x".repeat(200)}`],
    ["a length with a sign", `+03f${"x".repeat(200)}`],
    ["a length of four", "0004"],
    ["a delimiter", `0001${packet(`${zero} ${one} refs/heads/main${caps}`)}`],
    ["no end", packet(`${zero} ${one} refs/heads/main${caps}`).slice(0, 50)],
    ["nothing", ""],
  ])("refuses %s", async (_, head) => {
    await expect(
      read(head.length < 8 || head.endsWith("x") ? head : `${head}0000`.slice(0, head.length + 4)),
    ).rejects.toThrow(GitRefusal);
  });

  it("refuses names that are not UTF-8", async () => {
    const line = Buffer.concat([
      Buffer.from(`${zero} ${one} refs/heads/`),
      Buffer.from([0xff]),
      Buffer.from(caps),
    ]);
    const head = Buffer.from((line.length + 4).toString(16).padStart(4, "0"));
    await expect(read(Buffer.concat([head, line, Buffer.from("0000")]))).rejects.toThrow(GitRefusal);
  });
});

const commands = [{ before: "0", after: "1", ref: "refs/heads/a" }];

it("reports one reason for each ref, on a line of its own", () => {
  const report = reportRefusal({ commands, capabilities: ["report-status"] }, "not\nnow");
  expect(report?.toString()).toBe("000eunpack ok\n001cng refs/heads/a not now\n0000");
});

it("splits a long report over packets of the side band", () => {
  const many = Array.from({ length: 4_000 }, (_, index) => ({
    before: "0",
    after: "1",
    ref: `refs/heads/${index}`,
  }));
  const capabilities = ["report-status-v2", "side-band-64k"];
  const report = reportRefusal({ commands: many, capabilities }, "no") ?? Buffer.alloc(0);
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const size = Number.parseInt(report.toString("latin1", at, at + 4), 16);
    if (size === 0) break;
    expect(size).toBeLessThanOrEqual(65_520);
    expect(report[at + 4]).toBe(1);
    parts.push(report.subarray(at + 5, at + size));
    at += size;
  }
  expect(parts.length).toBeGreaterThan(1);
  const inside = reportRefusal({ commands: many, capabilities: ["report-status"] }, "no");
  expect(Buffer.concat(parts).equals(inside ?? Buffer.alloc(0))).toBe(true);
});

it("is nothing for a client that reads no report", () => {
  expect(reportRefusal({ commands, capabilities: ["side-band-64k"] }, "no")).toBe(null);
});
