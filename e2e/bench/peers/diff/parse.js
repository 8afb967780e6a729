import { parse } from "diff2html";

export async function draw(_, response) {
  const patch = await response.text();
  const began = performance.now();
  parse(patch);
  globalThis.took = performance.now() - began;
}
