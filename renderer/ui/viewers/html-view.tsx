import styles from "./viewers.module.css";

interface HtmlViewProps {
  readonly text: string;
  readonly label: string;
}

/** Nothing is fetched, whatever the document requests: only its own styles and images in data URLs are loaded. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Untrusted HTML, rendered without scripts, forms, external links and network. */
export function HtmlView({ text, label }: HtmlViewProps) {
  // A document in a sandbox without any permission: the policy precedes its own content.
  const source = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${text}`;
  return (
    <iframe className={styles.html} title={label} sandbox="" srcDoc={source} referrerPolicy="no-referrer" />
  );
}
