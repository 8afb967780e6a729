/** Values of a runner's `config.toml`. */
export interface RunnerConfig {
  readonly name: string;
  /** Base URL of the service. */
  readonly url: string;
  readonly id: number;
  readonly token: string;
  readonly executor: "shell" | "docker";
}

/** Returns the `config.toml` of a runner. */
export const configToml = ({ name, url, id, token, executor }: RunnerConfig): string =>
  [
    "concurrent = 1",
    "check_interval = 0",
    "",
    "[[runners]]",
    `  name = ${tomlString(name)}`,
    `  url = ${tomlString(url)}`,
    `  id = ${id}`,
    `  token = ${tomlString(token)}`,
    `  executor = ${tomlString(executor)}`,
    ...(executor === "docker" ? ["  [runners.docker]", '    image = "alpine:latest"'] : []),
    "",
  ].join("\n");

/** Writes a basic string of TOML 1.0; control characters become escapes. */
export function tomlString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (sign) => {
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}
