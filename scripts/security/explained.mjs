/**
 * Findings of Electronegativity that stay, each with the reason. A finding without an entry fails the check, and so does
 * an entry without a finding.
 */
export const explained = [
  {
    check: "CSP_GLOBAL_CHECK",
    file: "N/A",
    why: "The policy is a header of every response of the page (electron/host/page/page-files.ts, app-handler.test.ts); the check looks for a meta tag or a header set through webRequest.",
  },
  {
    check: "PROTOCOL_HANDLER_JS_CHECK",
    file: "deep-link.js",
    why: "helve: links are parsed, bounded in length and carry no user or password (readLink, deep-link.test.ts); they lead to pages of the app and run nothing.",
  },
  {
    check: "AUXCLICK_JS_CHECK",
    file: "main-window.js",
    why: "A middle click asks for a new window, which the guard of every contents denies (guard.ts, guard.test.ts).",
  },
  {
    check: "CONTEXT_ISOLATION_JS_CHECK",
    file: "main-window.js",
    why: "The option is in pageOptions, which every window of the app has (guard.test.ts, main-window.test.ts); the check looks for it where the window is made.",
  },
  {
    check: "SANDBOX_JS_CHECK",
    file: "main-window.js",
    why: "The option is in pageOptions, which every window of the app has (guard.test.ts, main-window.test.ts); the check looks for it where the window is made.",
  },
  {
    check: "OPEN_EXTERNAL_JS_CHECK",
    file: "open-outside.js",
    why: "Only http, https and mailto with known fields pass outsideUrl (guard.test.ts).",
  },
  {
    check: "OPEN_EXTERNAL_JS_CHECK",
    file: "shell.js",
    why: "The host parses the URL before: http and https only (openExternalBody in shared/host/shell.ts).",
  },
];
