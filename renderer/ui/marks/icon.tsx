import type { ComponentType, SVGProps } from "react";
import type { Optional } from "../../../shared/optional.ts";

/** An icon of the one set (lucide-react), by its component. */
export type IconType = ComponentType<SVGProps<SVGSVGElement> & { size?: number | string }>;

interface IconProps
  extends Optional<{
    className: string;
  }> {
  readonly of: IconType;
  readonly size?: number;
  /** Text for assistive technology where no text is beside the icon. */
  readonly label?: string;
}

/** An icon on the grid: 16 px, 1.5 px stroke, hidden from assistive technology unless it has a label. */
export function Icon({ of: Component, size = 16, className, label }: IconProps) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": true as const };
  return <Component size={size} strokeWidth={1.5} className={className} {...spoken} />;
}
