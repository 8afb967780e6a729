/** What a program needs of the environment, by system. Switches such as NODE_OPTIONS, GIT_* and those of TLS are not among it. */
const names = [
  ...["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"],
  ...["SystemRoot", "SystemDrive", "windir", "TEMP", "TMP", "USERPROFILE", "USERNAME", "USERDOMAIN"],
  ...["APPDATA", "LOCALAPPDATA", "PATHEXT", "ComSpec"],
];

/** The environment of the local service's process, out of this one's. Names compare as Windows compares them. */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const allowed = new Set(names.map((name) => name.toUpperCase()));
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && allowed.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
