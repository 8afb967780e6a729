import { notFound } from "@tanstack/react-router";
import { isNumber } from "../../features/addresses/parse-address.ts";

/** Throws the router's "not found" for an address whose last part is not a number. */
export function requireNumber(text: string): void {
  if (!isNumber(text)) throw notFound();
}

/** Throws like {@link requireNumber}, but accepts `new`. */
export function requireNumberOrNew(text: string): void {
  if (text !== "new") requireNumber(text);
}
