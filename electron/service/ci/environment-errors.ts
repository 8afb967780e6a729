import { findEnvironmentByName, isSlugTaken } from "../store/ci/environments.ts";
import type { Store } from "../store/store.ts";
import { environmentSlug } from "./environment-slug.ts";

const maxNameLength = 255;

/** Fields of an environment that are new. */
interface EnvironmentFields {
  readonly name?: string | undefined;
  readonly externalUrl?: string | null | undefined;
}

/**
 * Returns why a project's environment cannot have a name or URL, by the field as real services say it; null where it
 * can. `present` is the environment that changes, and keeps its slug.
 */
export function environmentErrors(
  store: Store,
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
