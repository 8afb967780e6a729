import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Code that makes windows or leads out of the page, and why each file that has it may. Elsewhere it is refused. */
const reviewed: readonly [code: RegExp, files: Readonly<Record<string, string>>][] = [
  [/\bnew BrowserWindow\(/, { "main-window.ts": "with pageOptions, as the test below says" }],
  [/\bwebPreferences\b/, { "main-window.ts": "main-window.test.ts compares them all" }],
  [/\boverrideBrowserWindowOptions\b/, { "guard.ts": "pageOptions again (guard.test.ts)" }],
  [/\bexposeInMainWorld\b/, { "preload.ts": "the path of a dropped file, nothing else" }],
  [/\bload(?:URL|File)\(/, { "main-window.ts": "the app's own origin" }],
  [
    /\bopenExternal\b/,
    {
      "guard.ts": "http, https and mailto with known fields only (guard.test.ts)",
      "shell.ts":
        "the host parses the URL before: http and https only (openExternalBody in shared/host/shell.ts)",
    },
  ],
  [/\b(?:openPath|showItemInFolder)\(/, { "shell.ts": "navigator.ts says what may be opened" }],
  [/\bregisterSchemesAsPrivileged\b/, { "app-scheme.ts": "the app's scheme (launch.test.ts)" }],
  [/\bprotocol\.handle\b/, { "app-scheme.ts": "the app's scheme (app-scheme.test.ts)" }],
  [
    /\bsetAsDefaultProtocolClient\b/,
    { "launch.ts": "links are parsed and bounded; they lead to pages of the app and run nothing" },
  ],
  [/\bset(?:Permission|DevicePermission)\w*Handler\b/, { "guard.ts": "denies (guard.test.ts)" }],
  [/\bsetWindowOpenHandler\b/, { "guard.ts": "of every contents, for middle clicks too (guard.test.ts)" }],
];

/** Code that no file of the desktop has. */
const refused: readonly RegExp[] = [
  /\b(?:contextIsolation|sandbox|webSecurity):\s*false/,
  /\b(?:nodeIntegration\w*|webviewTag|allowRunningInsecureContent|experimentalFeatures):\s*true/,
  /\b(?:enableBlinkFeatures|allowpopups|enableRemoteModule|affinity)\b/,
  /\b(?:BrowserView|WebContentsView|BaseWindow)\b/,
  /\b(?:executeJavaScript\w*|insertCSS|attachDebugger|openDevTools)\b/,
  /\b(?:ipcMain|ipcRenderer|webFrame|@electron\/remote)\b/,
  /\b(?:register|intercept)(?:File|Http|String|Buffer|Stream)Protocol\b/,
  /\b(?:appendSwitch|appendArgument)\b/,
  /\b(?:certificate-error|setCertificateVerifyProc|select-client-certificate)\b/,
  /\beval\(|\bnew Function\(/,
];

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
const folder = new URL(".", import.meta.url);
const sources = globSync("**/*.ts", { cwd: folder })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.test\.ts$|^mock\//.test(path))
  .map((path) => ({ path, code: withoutComments(readFileSync(new URL(path, folder), "utf8")) }));

const having = (code: RegExp): string[] =>
  sources.filter((source) => code.test(source.code)).map(({ path }) => path);

test.each(reviewed)("%s is only where it was reviewed", (code, files) => {
  expect(having(code).toSorted()).toEqual(Object.keys(files).toSorted());
});

test.each(refused)("nothing has %s", (code) => {
  expect(having(code)).toEqual([]);
});

test("each window has the options that every window of the app has", () => {
  for (const { path, code } of sources)
    for (const [made] of code.matchAll(/new BrowserWindow\(\{[\s\S]*?\n {2}\}\);/g))
      expect(made, path).toMatch(/\.\.\.pageOptions\(preload, theme\),\n {2}\}\);$/);
});
