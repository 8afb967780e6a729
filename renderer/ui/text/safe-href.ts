const allowed: ReadonlySet<string> = new Set(["https:", "http:", "mailto:"]);

/** Returns the URL of the page; tests and workers have none. */
const base = (): string => globalThis.document?.baseURI ?? "https://page.invalid/";

/**
 * Returns an address that is safe in a link: one of the app, or with https, http or mailto; undefined for any other, such
 * as `javascript:`. The app's JSX passes every `href` through it.
 */
export function safeHref(address: string): string | undefined {
  if (!URL.canParse(address, base())) return undefined;
  const { protocol, host } = new URL(address, base());
  if (allowed.has(protocol)) return address;
  const page = new URL(base());
  return protocol === page.protocol && host === page.host ? address : undefined;
}
