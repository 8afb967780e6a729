/** The same as `jsx-runtime.ts`, for the development build. */
import type { ElementType, Key, ReactElement } from "react";
import * as react from "react/jsx-dev-runtime";
import { drawProps } from "./draw-props.ts";

export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV = (
  type: ElementType,
  props: Readonly<Record<string, unknown>>,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement => react.jsxDEV(type, drawProps(type, props), key, isStatic, source, self);
