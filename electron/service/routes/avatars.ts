import { avatarType } from "../domain/people/avatar.ts";
import { HttpError } from "../http/http-error.ts";
import type { Store } from "../store/store.ts";
import { findAvatar } from "../store/users/user-avatars.ts";

const route = /^\/uploads\/-\/system\/user\/avatar\/(\d+)\/([a-z0-9.-]+)$/;

/** Returns the response with a user's picture, which is public; null where the path is none of one. */
export function avatarResponse(store: Store, request: Request, path: string): Response | null {
  const [, id, name] = route.exec(path) ?? [];
  if (id === undefined || name === undefined) return null;
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new HttpError(405, { error: "405 Not Allowed" });
  const bytes = findAvatar(store, Number(id), name);
  if (!bytes) throw new HttpError(404, { error: "404 Not Found" });
  return new Response(request.method === "HEAD" ? null : bytes, {
    headers: {
      "content-type": avatarType(name),
      "content-length": String(bytes.length),
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'",
      // A new picture has a new name.
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
