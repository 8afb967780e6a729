/**
 * `GET /accounts/:account/picture?url=` fetches a picture of a person from the account's own service, without token,
 * cookies or referrer; pictures elsewhere are refused. Responds as `remote-images.ts` does.
 */
export const accountPicturePath = (account: string, url: string): string =>
  `/accounts/${encodeURIComponent(account)}/picture?url=${encodeURIComponent(url)}`;
