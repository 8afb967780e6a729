import { createHash } from "node:crypto";
import { validatePublicKey } from "../domain/people/ssh-keys.ts";
import type { ServiceStore } from "../service-store.ts";
import { insertKey } from "../store/users/ssh-keys.ts";
import { insertUser, setAvatar, setUserStatusRow, type User, updateUserRow } from "../store/users/users.ts";
import { makePng } from "./seed/images.ts";
import { people } from "./seed/sample-history.ts";
import { createRandom, type Random } from "./seed/seeded-random.ts";

/** Statuses that some of them have set. */
const statuses: Readonly<Record<string, readonly [emoji: string, message: string]>> = {
  asa: ["coffee", "Back at *four*, with :cake:"],
  yuki: ["palm_tree", "Out until Monday"],
  tomasz: ["construction", "Rebuilding `beacon`"],
};

/** Adds the people of the sample with pictures, profiles, statuses and keys, the same each time. */
export function addPeople(store: ServiceStore, createdAt: string): User[] {
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
function addKey(store: ServiceStore, { id: userId, createdAt }: User, comment: string, seed: number): void {
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

type Colour = readonly [number, number, number];
/** Pixels of the picture, and units that it is drawn in. */
const size = 64;
const units = 96;

/** A picture of somebody: background, shoulders, face and hair in colours that the random source chooses. */
function avatarPicture(random: Random): Buffer {
  const hue = random.int(0, 359);
  const colours = {
    background: fromHue(hue, 0.42, 0.82),
    clothes: fromHue((hue + random.int(120, 240)) % 360, 0.45, 0.48),
    skin: random.pick(skins),
    hair: random.pick(hairs),
  };
  const fringe = random.int(34, 41);
  const long = random.chance(0.5);
  return makePng(size, size, (column, row) => {
    const [x, y] = [(column / size) * units, (row / size) * units];
    const face = inside(x, y, 48, 44, 17, 20);
    const hair = inside(x, y, 48, 38, 21, 21) || (long && y > 38 && y < 66 && Math.abs(x - 48) < 21);
    if (face && y > fringe) return colours.skin;
    if (hair) return colours.hair;
    if (y > 56 && y < 72 && Math.abs(x - 48) < 7) return colours.skin;
    if (inside(x, y, 48, 100, 36, 32)) return colours.clothes;
    return colours.background;
  });
}

const skins: readonly Colour[] = [
  [244, 208, 177],
  [222, 176, 138],
  [176, 122, 84],
  [122, 80, 54],
];
const hairs: readonly Colour[] = [
  [44, 34, 30],
  [92, 62, 40],
  [186, 138, 74],
  [150, 150, 152],
];

/** Returns whether a pixel is in an ellipse. */
const inside = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;

/** Red, green and blue of a hue in degrees with a saturation and lightness of 0 to 1. */
function fromHue(hue: number, saturation: number, lightness: number): Colour {
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
