import type { Settings } from "../../../shared/host/settings.ts";
import { type Confirmations, notConfirmed } from "../confirmation/confirmations.ts";
import type { SettingsStore } from "./settings-store.ts";
import { trustChange } from "./trust-change.ts";

export interface SettingsChange {
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
