import { adviceFor, summaryOf } from "./advice.mjs";
import { downloadElectron } from "./download.mjs";
import { electronVersion, findElectron } from "./installed.mjs";
import { sandboxObstacle, sessionObstacle } from "./system.mjs";

/**
 * Chooses the shell and downloads Electron where it is missing. Returns `electron`, the path of its executable or null
 * for the browser shell, and `download`, which is null unless it continues beside the browser shell. Ends the process
 * where the desktop app was requested and is not available. `headStartMs` is how long a download may take before the
 * browser shell is opened in the meantime.
 */
export async function chooseShell({
  wanted,
  folder,
  headStartMs = 5_000,
  obstacles = { session: sessionObstacle, sandbox: sandboxObstacle },
}) {
  if (wanted === "browser") return { electron: null, download: null };
  const insist = wanted === "desktop";
  const refuse = (text) => {
    if (insist) {
      console.error(text);
      process.exit(1);
    }
    console.log(`${text}\nOpening the browser shell.`);
    return { electron: null, download: null };
  };
  const version = electronVersion();
  if (version === null) return refuse("The electron package is not installed.");
  // Checked first: a machine that cannot show the app needs no download.
  const early = obstacles.session();
  if (early) return refuse(`The desktop app cannot run here. ${early}`);
  let electron = null;
  try {
    electron = findElectron();
  } catch (error) {
    return refuse(error.message);
  }
  if (!electron) {
    const download = downloadElectron({ folder, insist, version });
    process.once("exit", download.stop);
    const late = insist
      ? new Promise(() => undefined)
      : new Promise((done) => setTimeout(done, headStartMs, null).unref());
    const outcome = await Promise.race([download.outcome, late]);
    if (!outcome) {
      download.share();
      console.log(
        `The desktop app is still being downloaded (${download.progress}); it will be there at the next start.`,
      );
      console.log("Opening the browser shell in the meantime.");
      return { electron: null, download };
    }
    if (outcome.failure)
      return refuse(insist ? adviceFor(outcome.failure, version) : summaryOf(outcome.failure));
    electron = outcome.path;
  }
  const obstacle = obstacles.sandbox(electron);
  return obstacle ? refuse(`The desktop app cannot run here. ${obstacle}`) : { electron, download: null };
}
