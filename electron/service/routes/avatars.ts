import { findAvatarFile } from "../domain/people/avatar.ts";
import { HttpError } from "../http/http-error.ts";
import type { Context } from "../http/implement.ts";

const route = /^\/uploads\/-\/system\/user\/avatar\/(\d+)\/([a-z0-9.-]+)$/;

/** Returns the response with a user's picture, which is public; null for any other path. */
export function avatarResponse(store: Context["store"], request: Request, path: string): Response | null {
  const [, id, name] = route.exec(path) ?? [];
  if (id === undefined || name === undefined) return null;
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new HttpError(405, { error: "405 Not Allowed" });
  const avatar = findAvatarFile(store, Number(id), name);
  if (!avatar) throw new HttpError(404, { error: "404 Not Found" });
  return new Response(request.method === "HEAD" ? null : avatar.bytes, {
    headers: {
      "content-type": avatar.type,
      "content-length": String(avatar.bytes.length),
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'",
      // A new picture has a new name.
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
