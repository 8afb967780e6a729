import { create } from "zustand";

export const useShortcutSheet = create<{ readonly open: boolean }>(() => ({ open: false }));

export const openShortcutSheet = (): void => useShortcutSheet.setState({ open: true });
