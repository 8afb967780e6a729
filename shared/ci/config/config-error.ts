/** `.gitlab-ci.yml` cannot be used; the message contains the position and the reason. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

/** Runs `work`, whose errors get the name of the part of the file that they are about. */
export async function within<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(`${part}: ${error.message}`) : error;
  }
}
