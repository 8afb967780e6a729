import { EventEmitter } from "node:events";
import type { NativeImage, Tray as RealTray } from "electron";
import { afterReady, recordCall } from "./calls.ts";

/** Every tray that was made, in order. */
export const trays: Tray[] = [];

type TrayPart = Record<keyof Pick<RealTray, "setToolTip" | "setContextMenu" | "destroy">, unknown>;

export class Tray extends EventEmitter implements TrayPart {
  constructor(image: Pick<NativeImage, "toDataURL">) {
    super();
    afterReady("Cannot create Tray before app is ready");
    recordCall("new Tray", image.toDataURL());
    trays.push(this);
  }
  setToolTip(text: string): void {
    recordCall("tray.setToolTip", text);
  }
  setContextMenu(menu: unknown): void {
    recordCall("tray.setContextMenu", menu);
  }
  destroy(): void {
    recordCall("tray.destroy");
  }
}

type ImagePart = Pick<NativeImage, "toDataURL" | "addRepresentation">;

const imageOf = (url: string): ImagePart => ({
  toDataURL: () => url,
  addRepresentation: ({ scaleFactor, dataURL }) =>
    recordCall("nativeImage.addRepresentation", scaleFactor, dataURL),
});

/** Images by what they were made of. */
export const nativeImage = {
  createFromPath: (path: string) => imageOf(`data:${path}`),
  createFromBitmap: (_bytes: Buffer, { width, height }: { width: number; height: number }) => ({
    width,
    height,
  }),
};
