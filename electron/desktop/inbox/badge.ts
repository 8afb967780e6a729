import { app, BrowserWindow, type NativeImage, nativeImage } from "electron";

/** Pixels of an overlay on the icon in the taskbar of Windows. */
const overlaySize = 16;
/** Colour of the overlay, as red, green and blue. */
const overlayColor = [0xd9, 0x30, 0x25] as const;

/**
 * Returns a function that shows a number of unread entries on the icon of the app; 0 removes it. macOS and Linux have a
 * badge for it, Windows a dot on the icon of each window in the taskbar.
 */
export function createBadge(platform: NodeJS.Platform = process.platform): (count: number) => void {
  if (platform !== "win32") return (count) => void app.setBadgeCount(count);
  const shown = { count: 0 };
  const draw = (window: BrowserWindow) => {
    const { count } = shown;
    window.setOverlayIcon(count > 0 ? drawDot() : null, count > 0 ? `${count} unread` : "");
  };
  // A window has its icon in the taskbar once it is shown.
  app.on("browser-window-created", (_event, window) => window.on("show", () => draw(window)));
  return (count) => {
    shown.count = count;
    for (const window of BrowserWindow.getAllWindows()) draw(window);
  };
}

/** Draws a dot as the bitmap that Windows takes: rows of blue, green, red and alpha, with the alpha multiplied in. */
function drawDot(): NativeImage {
  const bytes = Buffer.alloc(overlaySize * overlaySize * 4);
  const [red, green, blue] = overlayColor;
  const middle = (overlaySize - 1) / 2;
  for (let y = 0; y < overlaySize; y++) {
    for (let x = 0; x < overlaySize; x++) {
      const alpha = Math.min(1, Math.max(0, overlaySize / 2 - Math.hypot(x - middle, y - middle)));
      const pixel = [blue * alpha, green * alpha, red * alpha, 255 * alpha].map(Math.round);
      bytes.set(pixel, (y * overlaySize + x) * 4);
    }
  }
  return nativeImage.createFromBitmap(bytes, { width: overlaySize, height: overlaySize });
}
