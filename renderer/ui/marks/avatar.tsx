import { type CSSProperties, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { cx } from "../theme/class-names.ts";
import styles from "./avatar.module.css";

interface AvatarProps
  extends Optional<{
    /** Image to show; nothing is fetched without it. */
    src: string;
  }> {
  readonly name: string;
  /** Pixels. */
  readonly size?: number;
  /** For things rather than people: projects, groups, accounts. */
  readonly square?: boolean;
  /** Name for assistive technology; leave out where the name is visible beside it. */
  readonly spoken?: boolean;
}

/** A person's or a thing's mark: initials on a colour that is always the same for the name. */
export function Avatar({ name, src, size = 20, square = false, spoken = false }: AvatarProps) {
  const style: CSSProperties & { "--hue": number } = {
    width: size,
    height: size,
    fontSize: Math.max(8, Math.round(size * 0.42)),
    "--hue": avatarHue(name),
  };
  const speech = spoken ? { role: "img", "aria-label": name } : { "aria-hidden": true as const };
  const [shown, setShown] = useState<string>();
  const isShown = src !== undefined && shown === src;
  const onImage = (image: HTMLImageElement | null) => {
    // One that the browser has is shown at once.
    if (image?.complete && image.naturalWidth > 0) setShown(src);
  };
  return (
    <span className={cx(styles.avatar, square && styles.square)} style={style} {...speech}>
      {src ? (
        <img
          key={src}
          ref={onImage}
          src={src}
          alt=""
          style={isShown ? undefined : { display: "none" }}
          onLoad={() => setShown(src)}
        />
      ) : null}
      {isShown ? null : <span>{size < 18 ? initials(name).slice(0, 1) : initials(name)}</span>}
    </span>
  );
}

/** Characters as wide as they are high. */
const fullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the initials of a name, at most two, or one where two would be too wide for a small avatar. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (!first) return "?";
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letter = (word: string) => Array.from(word).find((char) => /[\p{L}\p{N}]/u.test(char)) ?? "";
  const both = letter(first) + (last ? letter(last) : "");
  return (fullWidth.test(both) ? letter(first) : both).toUpperCase();
}

/** A hue in degrees that is always the same for a name. */
export function avatarHue(name: string): number {
  const hash = Array.from(name).reduce(
    (sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0,
    2166136261,
  );
  return (hash % 24) * 15;
}
