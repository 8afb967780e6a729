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
