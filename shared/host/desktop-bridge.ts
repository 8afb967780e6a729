/** The page's `window.helveDesktop`, which the desktop shell alone has. */
export interface DesktopBridge {
  /** Absolute path of a file or folder that was dropped or chosen; empty where it is not on disk. */
  pathOf(file: File): string;
}
