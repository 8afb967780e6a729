import { registerHooks } from "node:module";

/**
 * Preloaded into Electronegativity where no network may be needed: its HTTP client refuses at once. It asks for newer
 * translations and Electron's releases, goes on without them, and crashes where a refusal comes late.
 */
registerHooks({
  load: (url, context, nextLoad) =>
    /\/node_modules\/got\//.test(url)
      ? {
          format: "commonjs",
          shortCircuit: true,
          source: `const refuse = () => Promise.reject(new Error("offline")); module.exports = Object.assign(refuse, { head: refuse });`,
        }
      : nextLoad(url, context),
});
