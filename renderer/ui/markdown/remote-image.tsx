import { type ComponentProps, useState } from "react";

/** An image from elsewhere that the reader asked for; where it does not come, a link to it. */
export function RemoteImage({ src, alt, ...rest }: ComponentProps<"img"> & { readonly src: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <a href={src} target="_blank" rel="noopener noreferrer">
        {alt || src} (open the image)
      </a>
    );
  }
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
