/**
 * React's JSX, with every text drawn so that a stranger cannot deceive by it: as React escapes what looks like HTML,
 * this marks what cannot be seen. The compiler imports it for each JSX expression (`jsxImportSource`), so that no view
 * can forget to.
 */
import type { ElementType, Key, ReactElement } from "react";
import * as react from "react/jsx-runtime";
import { drawProps } from "./draw-props.ts";

export { Fragment, type JSX } from "react/jsx-runtime";

type Props = Readonly<Record<string, unknown>>;

export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsx(type, drawProps(type, props), key);

export const jsxs = (type: ElementType, props: Props, key?: Key): ReactElement =>
  react.jsxs(type, drawProps(type, props), key);
