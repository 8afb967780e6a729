import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findNode, root } from "./node.mjs";

const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Path of a program, null where it is not installed. */
function findInstalledProgram(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** A Chromium for the tests: the one named, an installed one, Playwright's, or Debian's. Null where none is to be had. */
export function ensureChromium() {
  const named = process.env.HELVE_CHROMIUM;
  if (named) return named;
  const installed = browsers.map(findInstalledProgram).find(Boolean);
  if (installed) return installed;
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  console.log("Fetching Playwright's Chromium…");
  const fetched = spawnSync(findNode(), [playwright, "install", "chromium"], {
    stdio: "ignore",
    timeout: 120_000,
  });
  // Playwright finds its own browser.
  if (fetched.status === 0) return "playwright";
  if (!installPackages(["chromium", "fonts-dejavu-core", "fonts-noto-color-emoji"])) return null;
  return browsers.map(findInstalledProgram).find(Boolean) ?? null;
}

/**
 * The browser for specs: Chromium's headless shell where Debian has it, which draws no window around the page and runs
 * the specs in less time, else {@link ensureChromium}'s.
 */
export function ensureHeadlessChromium() {
  const chromium = ensureChromium();
  if (process.env.HELVE_CHROMIUM) return chromium;
  const name = "chromium-headless-shell";
  const offers = () => spawnSync("apt-cache", ["show", name], { stdio: "ignore" }).status === 0;
  if (!findInstalledProgram(name) && process.getuid?.() === 0 && findInstalledProgram("apt-get") && offers())
    installPackages([name]);
  return findInstalledProgram(name) ?? chromium;
}

/** Fonts for every script that the sample's texts have, on Linux: without them pictures show boxes for missing glyphs. */
export function ensureFonts() {
  if (process.platform !== "linux") return;
  const has = (pattern) => spawnSync("fc-list", [pattern], { encoding: "utf8" }).stdout?.includes("Noto");
  const packages = [
    ...(has(":lang=ja") ? [] : ["fonts-noto-cjk"]),
    ...(has(":lang=ar") ? [] : ["fonts-noto-core"]),
    ...(has("Noto Color Emoji") ? [] : ["fonts-noto-color-emoji"]),
  ];
  if (packages.length > 0) installPackages(packages);
}

/** A Secret Service for the keychain's tests, on Linux. */
export function ensureKeyring() {
  if (process.platform !== "linux") return;
  if (findInstalledProgram("gnome-keyring-daemon") && findInstalledProgram("dbus-run-session")) return;
  installPackages(["gnome-keyring", "dbus", "dbus-x11"]);
}

/** Installs packages of the system as root, after saying so; without root says what to run. */
function installPackages(names) {
  const command = `apt-get install -y --no-install-recommends ${names.join(" ")}`;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !findInstalledProgram("apt-get")) {
    console.log(`Missing: ${names.join(", ")}. On Debian: sudo ${command}`);
    return false;
  }
  console.log(`Installing: ${command}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (args) =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  const install = ["install", "-y", "--no-install-recommends", ...names];
  return run(install) || (run(["update"]) && run(install));
}
