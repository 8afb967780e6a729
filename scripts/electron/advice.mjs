/** Returns what went wrong with the download and what helps, for a terminal. */
export function adviceFor(failure, version) {
  const lines = [
    `Electron ${version}, which the desktop app runs in, could not be downloaded.`,
    ...(failure.url ? [`  From: ${failure.url}`] : []),
    `  ${failure.kind === "remembered" ? "It was refused within the last day: " : ""}${failure.message}`,
    "",
    "What helps:",
    "  Behind a proxy           HTTPS_PROXY=http://proxy.example:8080 (exceptions in NO_PROXY)",
    "  Behind a certificate     NODE_EXTRA_CA_CERTS=/path/to/ca.pem",
    "  Another source           ELECTRON_MIRROR=https://mirror.example/electron/",
    ...(failure.cache && failure.url
      ? [
          "  By hand                  download the address above in a browser and save it as",
          `    ${failure.cache}`,
        ]
      : []),
    "  An unpacked Electron     ELECTRON_OVERRIDE_DIST_PATH=/path/to/electron/dist",
    "  Without the desktop app  npm start -- --shell browser",
  ];
  return lines.join("\n");
}

/** Returns what went wrong with the download in one line, for a start that continues in the browser shell. */
export function summaryOf(failure) {
  const reason = {
    refused: `its source refused (${failure.message})`,
    remembered: `its source refused within the last day (${failure.message})`,
  }[failure.kind];
  const next =
    failure.kind === "refused" || failure.kind === "remembered" ? "" : " The next start tries again.";
  return `Electron could not be downloaded: ${reason ?? failure.message}${next} \`npm start -- --shell desktop\` says what helps.`;
}
