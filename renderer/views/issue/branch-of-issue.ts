/** Characters of a branch's name at most, as services cut it. */
const maxLength = 100;

/** Returns the name of an issue's branch, as services propose it: `12-the-lamp-does-not-light`. */
export function branchOfIssue(iid: number, title: string): string {
  const words = title
    .normalize("NFKD")
    // Without the accents of Latin letters; what is no letter or digit is one dash.
    .replaceAll(/[\u0300-\u036f]+/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${iid}-${words}`.slice(0, maxLength).replaceAll(/^-+|-+$/g, "");
}
