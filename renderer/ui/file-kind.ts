/** What a file's name says about it; decides on its icon. */
export type FileKind =
  | "code"
  | "markup"
  | "style"
  | "data"
  | "text"
  | "image"
  | "media"
  | "archive"
  | "shell"
  | "config"
  | "lock"
  | "database"
  | "notebook"
  | "font"
  | "binary"
  | "plain";

const byExtension: Readonly<Record<string, FileKind>> = Object.fromEntries(
  (
    [
      [
        "code",
        "ts tsx mts cts js jsx mjs cjs go rs py rb java kt kts swift c h cc cpp hpp cs php lua dart scala ex exs erl hs ml clj r jl zig nim pl pm vue svelte sol",
      ],
      ["markup", "html htm xml xhtml erb haml hbs"],
      ["style", "css scss sass less styl"],
      ["data", "json jsonl json5 csv tsv geojson graphql proto"],
      ["text", "md mdx rst adoc txt tex org rtf log"],
      ["image", "png jpg jpeg gif webp avif svg ico bmp tif tiff heic"],
      ["media", "mp3 wav flac ogg mp4 mov webm mkv avi m4a"],
      ["archive", "zip gz tgz bz2 xz zst tar 7z rar jar whl deb rpm"],
      ["shell", "sh bash zsh fish ps1 bat cmd"],
      ["config", "yml yaml toml ini conf cfg env properties editorconfig"],
      ["lock", "lock sum pem crt key"],
      ["database", "sql sqlite db parquet"],
      ["notebook", "ipynb"],
      ["font", "woff woff2 ttf otf eot"],
      ["binary", "exe dll so dylib bin o a class pyc wasm pdf"],
    ] as const
  ).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)),
);

const byName: Readonly<Record<string, FileKind>> = {
  dockerfile: "config",
  makefile: "config",
  ".gitignore": "config",
  ".gitattributes": "config",
  ".gitmodules": "config",
  license: "text",
  readme: "text",
  "package-lock.json": "lock",
  "go.sum": "lock",
};

/** The kind of a file by its name; a path is fine too. */
export function fileKind(path: string): FileKind {
  const name = (path.split("/").at(-1) ?? path).toLowerCase();
  const known = byName[name];
  if (known) return known;
  const dot = name.lastIndexOf(".");
  return (dot >= 0 ? byExtension[name.slice(dot + 1)] : undefined) ?? "plain";
}
