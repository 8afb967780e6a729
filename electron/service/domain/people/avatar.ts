import { createHash } from "node:crypto";
import type { ServiceStore } from "../../service-store.ts";
import { findAvatar } from "../../store/users/users.ts";
import { invalidFields } from "../refusal.ts";

const maxBytes = 200 * 1024;

/** Formats by their first bytes, in hexadecimal. Without SVG: it can contain scripts. */
const formats = [
  { extension: "png", type: "image/png", begin: "89504e470d0a1a0a" },
  { extension: "jpg", type: "image/jpeg", begin: "ffd8ff" },
  { extension: "gif", type: "image/gif", begin: "47494638" },
  { extension: "webp", type: "image/webp", begin: "52494646" },
] as const;

/** A picture that was read and may be shown. */
interface Avatar {
  /** File name that is another for other content. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads an uploaded picture. Throws `invalidFields` for one that is too large or of a format that is not shown. */
export async function readAvatar(file: Blob): Promise<Avatar> {
  if (file.size > maxBytes) throw invalidFields({ avatar: ["is too big (should be at most 200 KiB)"] });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begin = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  const format = formats.find((each) => begin.startsWith(each.begin));
  if (!format) {
    const known = formats.map(({ type }) => type).join(", ");
    const problem = `file format is not supported. Please try one of the following supported formats: ${known}`;
    throw invalidFields({ avatar: [problem] });
  }
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return { name: `avatar-${digest}.${format.extension}`, bytes };
}

/** Returns a user's picture under its present name, with its media type; null where there is none. */
export function findAvatarFile(
  store: ServiceStore,
  userId: number,
  name: string,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } | null {
  const bytes = findAvatar(store, userId, name);
  const format = formats.find(({ extension }) => name.endsWith(`.${extension}`));
  return bytes && { bytes, type: format?.type ?? "application/octet-stream" };
}
