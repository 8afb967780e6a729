import { X509Certificate } from "node:crypto";
import { isAbsolute, join } from "node:path";
import { ProblemError } from "../../../shared/errors.ts";
import { type Settings, settings, settingsPatch } from "../../../shared/host/settings.ts";
import type { Question } from "../../../shared/host/shell.ts";
import { checkInput } from "../checks/input.ts";
import { type Confirmations, notConfirmed } from "../confirmation/confirmations.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** Returns the certificates in a PEM text, one text each. */
export const splitCertificates = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];

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

interface SettingsChange {
  /** Part of the settings, not yet checked. */
  readonly patch: unknown;
  /** Code that the user entered to confirm the change, if any. */
  readonly code: string | null;
  /** Whether the user chose a folder in a dialog of the system, which confirms it. */
  readonly isChosen: (folder: string) => boolean;
}

/**
 * Writes and returns changed settings. The shell confirms a change that moves trust, since a compromised page must not
 * route tokens elsewhere or write files outside. Throws ProblemError `unconfirmed` or `invalid_input`.
 */
export async function changeSettings(
  store: SettingsStore,
  confirmations: Confirmations,
  { patch, code, isChosen }: SettingsChange,
): Promise<Settings> {
  const readTrustChange = () => {
    const next = store.preview(patch);
    const { downloads } = isChosen(next.storage.downloads) ? next.storage : store.value.storage;
    return trustChange({ ...store.value, storage: { ...store.value.storage, downloads } }, next);
  };
  const change = readTrustChange();
  if (change) {
    await confirmations.require(change, code);
    // The settings may have changed during the confirmation: only what was confirmed is written.
    if (JSON.stringify(readTrustChange()) !== JSON.stringify(change)) throw notConfirmed(change);
  }
  return store.change(patch);
}

/**
 * Returns what a change of settings would entrust to others: the proxy, the trusted certificates, the folder of
 * downloads. Null where it changes none of them. Removing a certificate, or going back to the system's
 * downloads folder, moves no trust.
 */
function trustChange(from: Settings, to: Settings): Question | null {
  const details = [
    ...routeDetails(from.network, to.network),
    ...certificateDetails(from.network.certificates, to.network.certificates),
    ...folderDetails(from.storage.downloads, to.storage.downloads),
  ];
  return details.length > 0 ? { details } : null;
}

type Network = Settings["network"];

function routeDetails(from: Network, to: Network): string[] {
  if (routeOf(from) === routeOf(to)) return [];
  if (to.proxy === "none") return ["Reach services without a proxy"];
  const except = to.bypass.length > 0 ? `, except ${to.bypass.join(", ")}` : "";
  if (to.proxy === "system") return [`Reach services through the system's proxy${except}`];
  return [`Reach services through the proxy ${to.proxyUrl}${except}`];
}

const routeOf = ({ proxy, proxyUrl, bypass }: Network): string =>
  JSON.stringify([proxy, proxy === "manual" ? proxyUrl : "", bypass.toSorted()]);

function certificateDetails(from: string, to: string): string[] {
  const known = new Set(splitCertificates(from));
  return splitCertificates(to)
    .filter((pem) => !known.has(pem))
    .map((pem) => new X509Certificate(pem))
    .map(
      ({ subject, fingerprint256 }) =>
        `Trust every certificate of ${subject.split("\n").join(", ")} (SHA-256 ${fingerprint256})`,
    );
}

const folderDetails = (from: string, to: string): string[] =>
  to === from || to === "" ? [] : [`Write downloads to ${to}`];
