import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fingerprintOf, isPrivateKey, readPublicKey } from "./public-key.ts";

/** Keys that `ssh-keygen` made, with what `ssh-keygen -l` prints of them. */
const known = [
  {
    line: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqP ada@laptop",
    bits: 256,
    fingerprint: "SHA256:lU4Eg9Q1QPeBbY4LSUrLqT2XevzYH4/aw3VFMjD2dUI",
  },
  {
    line: "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCy5OEtjiQQ/7jhpD9rQ+/lhCabN7OBtpd/0dQhhSPAls692CUM4IGQ3qfReAutSWn86u/EMwNQspB09i0Agf0SHlRQV1F4TynmTXDuFt1UEK5FhSdiVseyRRXGQUdFhULNQ6uTc9SmrZBYe4ZncRlRZ+c4GTLhnvNJCMW8l4S2fh17JppBQhMTfT2VmVgpubzqeb+IpzXAhYqfR5t6xPGELPBzM1FTR1PqyApzr+5E4ReRxK3OTj1bIMW4C8FBBtEKd15urqzRIJd2cdIe+8wc4tdP4B8JbUPcv7SeGdXI3rpD00S5zQCsUuDzojJ+9J8+wDc+Kf1Lfg8Z1tzePPZj ada at work",
    bits: 2048,
    fingerprint: "SHA256:MJnt9b8+wCN3ZSt3ytay+0QQdbGa4fTIu69p3BgBsps",
  },
  {
    line: "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBPzTEYfR8+FnbkcJyodZmfZ0xVbNjSRc4jgBB+32FO68uYseEyGkD/BGRvBE9kPzTMSIx+N5meRTexzoo44byiQ= ada@tablet",
    bits: 256,
    fingerprint: "SHA256:j/sXOrXw1JIj6FWNaxV3ZMhO9BRNDM0getfF6tQSBwQ",
  },
  {
    line: "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIPq+RYGJZbvrLD7JkT3fn644x/uVimV6G69V6Edi5aqPAAAABHNzaDo= ada@token",
    bits: 256,
    fingerprint: "SHA256:UEa7cJOnPwG038R1QMsgX9gwI4cbx1PTKx/t2wW34Uo",
  },
];

it.each(known)("reads $line", async ({ line, bits, fingerprint }) => {
  const key = readPublicKey(`  ${line}\n`);
  expect(key).toMatchObject({ line, bits, type: line.split(" ")[0] });
  expect(key && (await fingerprintOf(key))).toBe(fingerprint);
});

const [ed25519 = { line: "" }] = known;
it.each([
  ["nothing", ""],
  ["prose", "my key"],
  ["two keys", `${ed25519.line}\n${ed25519.line}`],
  ["a key that ends early", ed25519.line.split(" ")[1]?.slice(0, 40) ?? ""],
  ["data of another type", ed25519.line.replace("ssh-ed25519", "ssh-rsa")],
  ["more data than the type has", `ssh-ed25519 ${btoa("\0\0\0\x0bssh-ed25519\0\0\0\0\0\0\0\0")}`],
  ["a point of another length", `ssh-ed25519 ${btoa("\0\0\0\x0bssh-ed25519\0\0\0\x02ab")}`],
  ["a number without a byte", `ssh-rsa ${btoa("\0\0\0\x07ssh-rsa\0\0\0\0\0\0\0\x01a")}`],
  ["a type that nobody knows", ed25519.line.replace("ssh-ed25519", "ssh-none")],
])("takes %s for no key", (_, text) => expect(readPublicKey(text)).toBeNull());

const keygen = (() => {
  try {
    execFileSync("ssh-keygen", ["-?"], { stdio: "ignore" });
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
  return true;
})();

it.skipIf(!keygen).each([
  ["ed25519", []],
  ["rsa", ["-b", "1024"]],
  ["rsa", ["-b", "1024", "-m", "PEM"]],
  ["rsa", ["-b", "1024", "-m", "PKCS8", "-N", "a passphrase"]],
] as const)("separates private keys from public ones: ssh-keygen -t %s %j", (type, options) => {
  const folder = mkdtempSync(join(tmpdir(), "helve-keygen-"));
  try {
    const file = join(folder, "key");
    const passphrase = (options as readonly string[]).includes("-N") ? [] : ["-N", ""];
    execFileSync("ssh-keygen", ["-q", "-t", type, "-f", file, "-C", "ada", ...passphrase, ...options]);
    const text = readFileSync(file, "utf8");
    expect(isPrivateKey(text)).toBe(true);
    // Pasted without its first line too.
    expect(isPrivateKey(text.split("\n").slice(1).join("\n"))).toBe(true);
    const line = readFileSync(`${file}.pub`, "utf8");
    expect(isPrivateKey(line)).toBe(false);
    expect(readPublicKey(line)?.comment).toBe("ada");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(["PuTTY-User-Key-File-3: ssh-ed25519", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----"])(
  "recognises %s",
  (text) => expect(isPrivateKey(text)).toBe(true),
);
it("takes no public key for a private one", () => {
  for (const { line } of known) expect(isPrivateKey(line)).toBe(false);
});

it.each([
  `${known[0]?.line.split(" ").slice(0, 2).join(" ")} my private key (laptop)`,
  "Work private key",
  "PRIVATE KEY",
  "the age-secret-key of Ada",
])("takes words about private keys for words: %s", (text) => {
  expect(isPrivateKey(text)).toBe(false);
});
