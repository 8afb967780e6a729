/** A public SSH key as it was read from text. */
export interface PublicKey {
  /** Such as `ssh-ed25519`. */
  readonly type: string;
  /** Null where the type has no size. */
  readonly bits: number | null;
  /** Empty where the key carries none. */
  readonly comment: string;
  /** Type, Base64 and comment on one line, as in a `.pub` file. */
  readonly line: string;
  /** The key in the SSH wire format. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Fields of the wire format after the type (their length in bytes, their text, or null for any that is not empty), and
 * the size of the key or the field that gives it.
 */
const types: Readonly<
  Record<
    string,
    { readonly fields: readonly (number | string | null)[]; readonly bits: number | { readonly of: number } }
  >
> = {
  "ssh-ed25519": { fields: [32], bits: 256 },
  "ssh-rsa": { fields: [null, null], bits: { of: 1 } },
  "ssh-dss": { fields: [null, null, null, null], bits: { of: 0 } },
  "ecdsa-sha2-nistp256": { fields: ["nistp256", 65], bits: 256 },
  "ecdsa-sha2-nistp384": { fields: ["nistp384", 97], bits: 384 },
  "ecdsa-sha2-nistp521": { fields: ["nistp521", 133], bits: 521 },
  "sk-ssh-ed25519@openssh.com": { fields: [32, null], bits: 256 },
  "sk-ecdsa-sha2-nistp256@openssh.com": { fields: ["nistp256", 65, null], bits: 256 },
};

/** Returns the key of one line of a `.pub` file, or null for any other text, a private key included. */
export function readPublicKey(text: string): PublicKey | null {
  const trimmed = text.trim();
  if (/[\r\n]/.test(trimmed)) return null;
  const [type = "", data = "", ...rest] = trimmed.split(/\s+/);
  const known = types[type];
  const bytes = known ? decodeBase64(data) : null;
  const [name, ...fields] = (bytes && readFields(bytes)) ?? [];
  if (!known || !bytes || !name || !isField(name, type)) return null;
  if (fields.length !== known.fields.length) return null;
  if (!fields.every((field, index) => isField(field, known.fields[index] ?? null))) return null;
  const bits = typeof known.bits === "number" ? known.bits : bitLength(fields[known.bits.of]);
  const comment = rest.join(" ");
  return { type, bits, comment, line: [type, data, comment].filter(Boolean).join(" "), bytes };
}

/** Armour and first bytes of every format of private keys, and of their Base64 without a header. Words alone are none. */
const privateMarks = [
  /-{2,}\s*BEGIN[A-Z0-9 ]* PRIVATE[ -]KEY/i,
  /-{2,}\s*END[A-Z0-9 ]* PRIVATE[ -]KEY/i,
  /PuTTY-User-Key-File-\d/i,
  /AGE-SECRET-KEY-1[0-9A-Z]{10}/i,
  /b3BlbnNzaC1rZXktdjE/,
  /^\s*MII[A-Za-z0-9+/]{20}/,
];

/** Returns whether a text is, contains or begins like a private key. */
export const isPrivateKey = (text: string): boolean => privateMarks.some((mark) => mark.test(text));

/** Returns the fingerprint as `ssh-keygen -l` prints it: `SHA256:` and Base64 without padding. */
export async function fingerprintOf({ bytes }: Pick<PublicKey, "bytes">): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, "")}`;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function isField(field: Uint8Array, expected: number | string | null): boolean {
  if (typeof expected === "string") return new TextDecoder().decode(field) === expected;
  return expected === null ? field.length > 0 : field.length === expected;
}

/** Splits the wire format: each field is four bytes of length and the bytes. Null where it does not end with a field. */
function readFields(bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return null;
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return null;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Returns the length of a number in bits; numbers are big-endian with a zero byte before a high bit. */
function bitLength(number: Uint8Array | undefined): number | null {
  const first = number?.findIndex((byte) => byte !== 0) ?? -1;
  if (!number || first < 0) return null;
  return (number.length - first) * 8 - Math.clz32(number[first] ?? 0) + 24;
}
