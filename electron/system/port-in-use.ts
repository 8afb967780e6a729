/** Returns an error of `listen` in words for the user, where its cause is a port that cannot be had; else as it is. */
export function explainListenError(error: unknown, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE")
    return withCode(
      `Port ${port} of 127.0.0.1 is in use by another program. End that program, or choose another port with --port; --port 0 takes any that is free.`,
      code,
    );
  if (code === "EACCES")
    return withCode(
      `Port ${port} may not be used by this user. Choose one above 1023 with --port; --port 0 takes any that is free.`,
      code,
    );
  return error;
}

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
