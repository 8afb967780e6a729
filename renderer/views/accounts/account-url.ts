/** A service's base URL as it was typed, made whole, or what is wrong with it. */
export type TypedUrl =
  | { readonly kind: "url"; readonly url: string /** Sent in the clear. */; readonly insecure: boolean }
  | { readonly kind: "empty" }
  | { readonly kind: "wrong"; readonly message: string };

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Reads `code.example/`, `https://code.example/api/v4` and the like as the base URL `https://code.example`. */
export function readAccountUrl(typed: string): TypedUrl {
  const text = typed.trim();
  if (!text) return { kind: "empty" };
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return { kind: "wrong", message: "This is not an address of a service." };
  const url = new URL(whole);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { kind: "wrong", message: "The address has to start with https:// or http://." };
  }
  if (url.username || url.password) {
    return { kind: "wrong", message: "Leave name and password out of the address; the token stands below." };
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/api(\/v4)?$/, "");
  return {
    kind: "url",
    url: url.origin + path,
    insecure: url.protocol === "http:" && !loopback.test(url.hostname),
  };
}

/** Where a user makes a personal access token on a service. */
export const tokenPage = (url: string): string =>
  `${url}/-/user_settings/personal_access_tokens?name=Helve&scopes=api`;
