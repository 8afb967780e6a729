/**
 * React's JSX, with hidden and look-alike characters of every text marked, so that untrusted text cannot deceive. The
 * compiler imports it for each JSX expression (`jsxImportSource`), so that no view can omit it.
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
