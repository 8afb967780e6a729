import type { Root } from "hast";
import { renderHtml } from "../markdown/render-markdown.ts";
import { rdocToHtml } from "./rdoc-to-html.ts";

/** RDoc as a sanitised tree. */
export const renderRdoc = (text: string): Promise<Root> => renderHtml(rdocToHtml(text));
