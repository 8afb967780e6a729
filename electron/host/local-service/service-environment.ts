/** Variables that a program needs, by system. NODE_OPTIONS, GIT_* and switches of TLS are not among them. */
const names = [
  ...["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"],
  ...["SystemRoot", "SystemDrive", "windir", "TEMP", "TMP", "USERPROFILE", "USERNAME", "USERDOMAIN"],
  ...["APPDATA", "LOCALAPPDATA", "PATHEXT", "ComSpec"],
];

/** Returns the environment of the local service's process. Names compare as on Windows. */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const allowed = new Set(names.map((name) => name.toUpperCase()));
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && allowed.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
