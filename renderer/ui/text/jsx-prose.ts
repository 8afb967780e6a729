import type { ElementType, Key, ReactElement } from "react";
import * as react from "react/jsx-runtime";
import { drawProps } from "./draw-props.ts";

type Props = Readonly<Record<string, unknown>>;

/** A formula's columns end with a zero-width space of KaTeX's own. */
const drawn = (type: ElementType, props: Props): Props =>
  props.className === "vlist-s" ? props : drawProps(type, props, false);

/** JSX for running text, whose words keep their order across elements: marks, and nothing isolated. */
export const proseJsx = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsx(type, drawn(type, props), key);

export const proseJsxs = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsxs(type, drawn(type, props), key);
