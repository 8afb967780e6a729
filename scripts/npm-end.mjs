/**
 * Sends this process SIGTERM when the shell that npm started it in has gone: a signal to npm ends that shell, which passes
 * none on. Does nothing outside `npm run`, where a program may outlive what started it.
 */
export function endWithNpm(everyMs = 500) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, everyMs);
  timer.unref();
}
