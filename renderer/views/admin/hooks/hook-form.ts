import type { TypedDocument } from "../../../../shared/documents/shapes.ts";

/** Kinds of events that a hook can be switched on for. */
export const eventKinds = [
  { field: "push_events", label: "Pushes", description: "Commits pushed or made on a branch" },
  { field: "tag_push_events", label: "Tags", description: "Tags created, moved or deleted" },
  {
    field: "merge_requests_events",
    label: "Merge requests",
    description: "Opened, updated, approved, merged, closed",
  },
  {
    field: "repository_update_events",
    label: "Repository updates",
    description: "Once per push, with all refs that changed",
  },
] as const;

/** The draft of a new hook, without its token, which is never stored. */
export type HookForm = TypedDocument<"drafts", "system-hook">["value"];

export const emptyHook: HookForm = {
  url: "",
  push_events: false,
  tag_push_events: false,
  merge_requests_events: false,
  repository_update_events: true,
  enable_ssl_verification: true,
};

/** An error or a warning about the URL of a hook. */
interface UrlCheck {
  readonly error?: string;
  readonly hint?: string;
}

/** Returns a problem with the URL of a hook, if any. */
export function checkHookUrl(text: string): UrlCheck {
  const trimmed = text.trim();
  if (trimmed === "") return { hint: "Receives a POST request with JSON for each event" };
  if (!/^https?:\/\/[^/]/i.test(trimmed) || !URL.canParse(trimmed)) {
    return { error: "Enter a URL that starts with https:// or http://." };
  }
  const url = new URL(trimmed);
  if (url.username || url.password) {
    return { error: "Use the secret token instead of a user name and password in the URL" };
  }
  if (isLinkLocal(url.hostname)) {
    return { error: "Link-local addresses (169.254.0.0/16, fe80::/10) are never delivered to" };
  }
  if (url.protocol === "http:")
    return { hint: "Not encrypted: others on the network can read events and token" };
  return {};
}

const isLinkLocal = (hostname: string): boolean =>
  /^169\.254\.\d+\.\d+$/.test(hostname) || /^\[fe[89ab][0-9a-f]:/.test(hostname);

/** Returns a random secret: 256 bits as hexadecimal digits. */
export const generateHookToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
