import { Avatar as Radix } from "radix-ui";
import type { CSSProperties } from "react";
import styles from "./avatar.module.css";
import { avatarHue, initials } from "./avatar-style.ts";
import { cx } from "./class-names.ts";

export interface AvatarProps {
  readonly name: string;
  /** Image to show; nothing is fetched without it. */
  readonly src?: string | undefined;
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
  return (
    <Radix.Root className={cx(styles.avatar, square && styles.square)} style={style} {...speech}>
      {src ? <Radix.Image src={src} alt="" /> : null}
      <Radix.Fallback>{size < 18 ? initials(name).slice(0, 1) : initials(name)}</Radix.Fallback>
    </Radix.Root>
  );
}
