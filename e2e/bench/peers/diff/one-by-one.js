/** Milliseconds of work after which the browser may draw. */
const budget = 30;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Does something with each file, and lets the browser draw in between. */
export async function oneByOne(files, work) {
  let began = performance.now();
  for (const [index, file] of files.entries()) {
    work(file, index);
    if (performance.now() - began < budget) continue;
    await nextFrame();
    began = performance.now();
  }
}
