import styles from "./viewers.module.css";

interface HtmlViewProps {
  readonly text: string;
  readonly label: string;
}

/** Nothing is fetched, whatever the document asks for: its own styles and images in data URLs are all there is. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** A stranger's HTML as it looks without scripts, forms, links that lead away, or anything from the network. */
export function HtmlView({ text, label }: HtmlViewProps) {
  // A document of its own origin with every permission taken: the policy comes before anything of the stranger's.
  const source = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${text}`;
  return (
    <iframe className={styles.html} title={label} sandbox="" srcDoc={source} referrerPolicy="no-referrer" />
  );
}
