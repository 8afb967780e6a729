import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Milliseconds for which a source that refused is not requested again. */
const refusalLifeMs = 24 * 60 * 60 * 1_000;

/** Stores that a source refused a download. Other failures are not stored: the next start may succeed. */
export function refusalsIn(folder) {
  const file = join(folder, "electron-refused.json");
  return {
    /** Returns the reason why `url` was refused within the last day, or null. */
    recall(url, now = Date.now()) {
      const last = readJson(file);
      const age = now - Date.parse(last?.at);
      return last?.url === url && age >= 0 && age < refusalLifeMs ? String(last.reason) : null;
    },
    remember(url, reason, now = Date.now()) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ url, reason, at: new Date(now).toISOString() }));
    },
    forget: () => rmSync(file, { force: true }),
  };
}

function readJson(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  } catch {
    return null;
  }
}
