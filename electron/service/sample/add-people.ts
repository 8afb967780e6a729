import { createHash } from "node:crypto";
import { validatePublicKey } from "../domain/people/validate-public-key.ts";
import type { Store } from "../store/store.ts";
import { insertKey } from "../store/users/ssh-keys.ts";
import { setAvatar } from "../store/users/user-avatars.ts";
import { setUserStatusRow } from "../store/users/user-status.ts";
import { insertUser, type User, updateUserRow } from "../store/users/users.ts";
import { avatarPicture } from "./avatars.ts";
import { people } from "./seed/people.ts";
import { createRandom } from "./seed/random.ts";

/** Statuses that some of them have set. */
const statuses: Readonly<Record<string, readonly [emoji: string, message: string]>> = {
  asa: ["coffee", "Back at *four*, with :cake:"],
  yuki: ["palm_tree", "Out until Monday"],
  tomasz: ["construction", "Rebuilding `beacon`"],
};

/** Adds the people of the sample with pictures, profiles, statuses and keys, the same each time. */
export function addPeople(store: Store, createdAt: string): User[] {
  const random = createRandom(1848);
  return store.transaction(() =>
    people.map((each, index) => {
      const user = insertUser(store, { ...each, createdAt });
      setAvatar(store, user.id, `avatar-${each.username}.png`, avatarPicture(random));
      updateUserRow(store, user.id, {
        publicEmail: index % 2 === 0 ? each.email : "",
        websiteUrl: index % 3 === 0 ? `https://${each.username}.fjord.example` : "",
        external: each.username === "leila",
      });
      const [emoji, message] = statuses[each.username] ?? [];
      if (emoji && message) setUserStatusRow(store, user.id, { emoji, message, clearAt: null });
      if (index % 3 === 0) addKey(store, user, `${each.username}@laptop`, random.next());
      return user;
    }),
  );
}

/** Adds an Ed25519 key that nobody has the private part of. */
function addKey(store: Store, { id: userId, createdAt }: User, comment: string, seed: number): void {
  const text = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const point = createHash("sha256").update(String(seed)).digest();
  const blob = Buffer.concat([text(Buffer.from("ssh-ed25519")), text(point)]);
  const key = validatePublicKey(`ssh-ed25519 ${blob.toString("base64")} ${comment}`);
  if (!key) throw new Error("the sample's key is not valid");
  insertKey(store, {
    userId,
    title: comment,
    key: key.line,
    fingerprint: key.fingerprint,
    createdAt,
    expiresAt: null,
  });
}
