/** `.gitlab-ci.yml` cannot be used; the message contains the position and the reason. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}
