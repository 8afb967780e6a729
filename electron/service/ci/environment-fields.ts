import { createHash } from "node:crypto";
import type { ServiceStore } from "../service-store.ts";
import { findEnvironmentByName, isSlugTaken } from "../store/ci/environments.ts";

const maxNameLength = 255;

/** Fields of an environment that are new. */
interface EnvironmentFields {
  readonly name: string | undefined;
  readonly externalUrl: string | null | undefined;
}

/**
 * Returns why a project's environment cannot have a name or URL, by the field as real services say it; null where it
 * can. `present` is the environment that changes, and keeps its slug.
 */
export function environmentErrors(
  store: ServiceStore,
  projectId: number,
  { name, externalUrl }: EnvironmentFields,
  present?: { readonly id: number },
): Readonly<Record<string, readonly string[]>> | null {
  if (name !== undefined) {
    if (name.length > maxNameLength) return { name: ["is too long (maximum is 255 characters)"] };
    if (!/^[\w\-/ ${}.]+$/.test(name) || /^\/|\/$/.test(name)) {
      return {
        name: [
          "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
        ],
      };
    }
    const other = findEnvironmentByName(store, projectId, name);
    if (other && other.id !== present?.id) return { name: ["has already been taken"] };
    if (!present && isSlugTaken(store, projectId, environmentSlug(name))) {
      return { slug: ["has already been taken"] };
    }
  }
  if (externalUrl && !isHttpUrl(externalUrl)) {
    return { external_url: ["is blocked: Only allowed schemes are http, https"] };
  }
  return null;
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const maxLength = 24;
const suffixLength = 6;

/**
 * Returns the name of an environment as a DNS label of at most 24 characters, as other services do: where letters had
 * to be replaced or cut off, a hash of the name makes it unique.
 */
export function environmentSlug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "-");
  const lettered = /^[a-z]/.test(plain) ? plain : `env-${plain}`;
  const squeezed = lettered.replace(/-+/g, "-").replace(/-$/, "");
  if (squeezed === name && squeezed.length <= maxLength) return squeezed;
  const hash = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`).toString(36);
  const head = squeezed.slice(0, maxLength - suffixLength - 1).replace(/-$/, "");
  return `${head}-${hash.slice(-suffixLength)}`;
}
