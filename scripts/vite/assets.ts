import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);

/** Leaves one format of each font: the others are for browsers that the app does not run in. */
export function woff2Only(): Plugin {
  const other = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g;
  return {
    name: "helve:woff2-only",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /katex.*\.css$/ },
      handler: (code) => ({ code: code.replace(other, ""), map: null }),
    },
  };
}

/** Smallest file that is compressed, in characters. */
const worthwhile = 8_000;

/**
 * Compresses what is loaded where it is opened and not before: diagrams, formulas, grammars, documents. The host decodes it
 * (`electron/host/page/page-files.ts`). What a start needs stays as it is, so that nothing stands between it and the page.
 */
export function compressRare(): Plugin {
  const rare =
    /^assets\/(grammars|diagram|editor-languages|elk|cytoscape|katex|KaTeX|pdf|gemoji|emoji|index-|browser|.*Diagram|initialize|ci-language|ci\.worker|export\.worker|.*json\.worker|.*editor\.worker)/;
  return {
    name: "helve:compress-rare",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const files = Object.values(bundle).filter(
          ({ fileName }) => rare.test(fileName) && !/\.woff2$/.test(fileName),
        );
        await Promise.all(
          files.map(async (file) => {
            const content = file.type === "chunk" ? file.code : file.source;
            if (content.length < worthwhile) return;
            const source = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
            delete bundle[file.fileName];
            this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source });
          }),
        );
      },
    },
  };
}
