import { X509Certificate } from "node:crypto";
import { isAbsolute, join } from "node:path";
import { ProblemError } from "../../../shared/errors.ts";
import { type Settings, settings, settingsPatch } from "../../../shared/host/settings.ts";
import { checkInput } from "../input.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";
import { splitCertificates } from "./split-certificates.ts";

/** The settings that the host acts on, in `settings.json`. */
export class SettingsStore {
  readonly #path: string;
  readonly #watchers = new Set<(value: Settings) => void>();
  #value: Settings;

  constructor(folder: string) {
    this.#path = join(folder, "settings.json");
    this.#value = readJsonFile(this.#path, settings) ?? settings.parse({});
  }

  get value(): Settings {
    return this.#value;
  }

  /** Runs after each change. */
  watch(watcher: (value: Settings) => void): void {
    this.#watchers.add(watcher);
  }

  /** Returns the settings with a part of them changed; changes nothing. Throws ProblemError `invalid_input`. */
  preview(patch: unknown): Settings {
    const parsed = checkInput(settingsPatch, patch);
    const given = patch as Partial<Record<keyof Settings, object>>;
    // The schema fills defaults into what was left out; only what was given may change.
    const next = settings.parse({
      network: { ...this.#value.network, ...pick(parsed.network, given.network) },
      storage: { ...this.#value.storage, ...pick(parsed.storage, given.storage) },
      notifications: {
        ...this.#value.notifications,
        ...pick(parsed.notifications, given.notifications),
      },
    });
    checkNetwork(next.network);
    checkFolder(next.storage.downloads);
    return next;
  }

  /** Changes some settings and returns all. Throws ProblemError `invalid_input`. */
  change(patch: unknown): Settings {
    const next = this.preview(patch);
    writeJsonFile(this.#path, next);
    this.#value = next;
    for (const watcher of this.#watchers) watcher(next);
    return next;
  }
}

const pick = (values: object | undefined, given: object | undefined) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => given && Object.hasOwn(given, name)));

function checkNetwork(network: Settings["network"]): void {
  if (network.proxy === "manual" && !isProxyUrl(network.proxyUrl)) {
    refuse("network.proxyUrl", "Write the proxy's address as http://host:port.");
  }
  try {
    for (const pem of splitCertificates(network.certificates)) new X509Certificate(pem);
  } catch {
    refuse("network.certificates", "One of the certificates cannot be read. Paste them as PEM text.");
  }
  if (network.certificates.trim() && splitCertificates(network.certificates).length === 0) {
    refuse("network.certificates", "There is no certificate in this text. Paste PEM text.");
  }
}

function checkFolder(folder: string): void {
  if (folder && !isAbsolute(folder)) refuse("storage.downloads", "Enter the folder's full path.");
}

const isProxyUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function refuse(field: string, message: string): never {
  throw new ProblemError({ code: "invalid_input", message, fields: { [field]: [message] } });
}
