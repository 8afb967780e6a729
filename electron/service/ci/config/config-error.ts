/** `.gitlab-ci.yml` cannot be used; the message says where and why, in the words of its author. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}
