import { pathOnService } from "../../../../shared/host/account-url.ts";
import { decodePercent } from "../../../../shared/text/decode-percent.ts";

/** A snippet of a person, or of a project by its path. */
export type SnippetReference =
  | { readonly kind: "personal"; readonly id: number }
  | { readonly kind: "project"; readonly project: string; readonly id: number };

/** Parses a snippet reference: `12`, `group/project$12`, or a web address of the service. Null where it is invalid. */
export function parseSnippet(text: string, service: string): SnippetReference | null {
  const trimmed = text.trim();
  const [, personal] = /^\$?(\d+)$/.exec(trimmed) ?? [];
  if (personal) return toAddress("", personal);
  const [, path = "", number = ""] = /^([^\s$:]+\/[^\s$:]+)\$(\d+)$/.exec(trimmed) ?? [];
  if (number) return toAddress(path, number);
  const page = pathOnService(trimmed, service)?.path ?? "";
  const [, folder = "", id = ""] = /^(.*?)(?:\/?-\/)?\/?snippets\/(\d+)(?:\/|$)/.exec(page) ?? [];
  return id ? toAddress(decodePercent(folder), id) : null;
}

function toAddress(path: string, number: string): SnippetReference | null {
  const id = Number(number);
  const project = path.replace(/^\/+|\/+$/g, "");
  if (!Number.isSafeInteger(id) || id < 1) return null;
  return project ? { kind: "project", project, id } : { kind: "personal", id };
}
