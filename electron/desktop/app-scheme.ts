import { protocol } from "electron";

/** The page's scheme and origin. The host's name is part of the origin, so that nothing else shares its storage. */
const scheme = "app";
export const appOrigin = `${scheme}://helve`;

/** Registers the scheme and its privileges. To be called once, before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        corsEnabled: true,
        codeCache: true,
      },
    },
  ]);
}

/** Serves every request of the scheme with a handler. */
export function serveAppScheme(handle: (request: Request) => Promise<Response>): void {
  protocol.handle(scheme, handle);
}
