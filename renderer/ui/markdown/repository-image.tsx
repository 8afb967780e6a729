import { type ComponentProps, useEffect, useState } from "react";

/**
 * An image of the repository. Services send SVGs as plain text, which an `<img>` refuses: their bytes are fetched and
 * given their type here. In an `<img>` nothing in them runs or is fetched.
 */
export function RepositoryImage({
  src,
  alt,
  path,
  ...rest
}: ComponentProps<"img"> & { readonly src: string; readonly path: string }) {
  const svg = /\.svg$/i.test(path);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (!svg) return;
    const controller = new AbortController();
    let made: string | undefined;
    fetch(src, { signal: controller.signal })
      .then((response) => (response.ok ? response.blob() : null))
      .then((bytes) => {
        if (!bytes || controller.signal.aborted) return;
        made = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
        setTyped(made);
      })
      // An image that cannot be loaded is replaced by its text.
      .catch(() => undefined);
    return () => {
      controller.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [svg, src]);
  const url = svg ? typed : src;
  return url ? <img {...rest} src={url} alt={alt} loading="lazy" /> : <span>{alt}</span>;
}
