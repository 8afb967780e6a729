/**
 * A CSS colour (any notation, variables, `light-dark()`) as `#rrggbbaa`, the way it computes on the page now: what
 * draws outside of CSS needs it so.
 */
export function createColourReader(): { read(colour: string): string; end(): void } {
  const probe = document.createElement("span");
  probe.hidden = true;
  // Else forced colours make every colour the one of text.
  probe.style.forcedColorAdjust = "none";
  document.body.append(probe);
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return {
    read(colour) {
      probe.style.color = "";
      probe.style.color = colour;
      if (!context) return "#00000000";
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
      return `#${[...context.getImageData(0, 0, 1, 1).data].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    },
    end: () => probe.remove(),
  };
}
