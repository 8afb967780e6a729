import { createHash } from "node:crypto";
import sshpk from "sshpk";

/** A public key that was read. */
export interface ValidPublicKey {
  /** Type, Base64 and comment, on one line. */
  readonly line: string;
  /** Empty where the key carries none. */
  readonly comment: string;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

const supported =
  /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** Returns the key of a line of an OpenSSH public key file, or null for any other text, a private key included. */
export function validatePublicKey(text: string): ValidPublicKey | null {
  const [type = "", data = "", ...rest] = text.trim().split(/\s+/);
  if (/[\r\n]/.test(text.trim()) || !supported.test(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return null;
  const bytes = Buffer.from(data, "base64");
  if (!isKey(type, bytes)) return null;
  const digest = createHash("sha256").update(bytes).digest("base64").replace(/=+$/, "");
  const comment = rest.join(" ");
  return {
    line: [type, data, comment].filter(Boolean).join(" "),
    comment,
    fingerprint: `SHA256:${digest}`,
  };
}

/** Returns whether the bytes are a key of the type that the line names. */
function isKey(type: string, bytes: Buffer): boolean {
  if (type.startsWith("sk-")) return isHardwareKey(type, bytes);
  try {
    sshpk.parseKey(`${type} ${bytes.toString("base64")}`, "ssh");
    return readString(bytes, 0)?.value.toString() === type;
  } catch {
    return false;
  }
}

/** sshpk does not read keys of FIDO tokens: type, curve (ECDSA only), point, application, and nothing more. */
function isHardwareKey(type: string, bytes: Buffer): boolean {
  const fields: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const field = readString(bytes, at);
    if (!field) return false;
    fields.push(field.value);
    at = field.end;
  }
  if (fields[0]?.toString() !== type) return false;
  if (type.startsWith("sk-ssh-ed25519")) return fields.length === 3 && fields[1]?.length === 32;
  return fields.length === 4 && fields[1]?.toString() === "nistp256" && fields[2]?.length === 65;
}

/** A string of the SSH wire format: four bytes of length and the bytes. */
function readString(bytes: Buffer, at: number): { value: Buffer; end: number } | null {
  if (at + 4 > bytes.length) return null;
  const end = at + 4 + bytes.readUInt32BE(at);
  return end > bytes.length ? null : { value: bytes.subarray(at + 4, end), end };
}
