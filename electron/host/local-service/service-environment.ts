import serviceOptions from "../../system/service-options.json" with { type: "json" };

/** Variables that a program needs, by system. NODE_OPTIONS, GIT_* and switches of TLS are not among them. */
const allowed = new Set(serviceOptions.inheritedEnv.map((name) => name.toUpperCase()));

/** Returns the environment of the local service's process. Names compare as on Windows. */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && allowed.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
