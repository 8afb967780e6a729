import { useQuery } from "@tanstack/react-query";
import { accountPicturePath } from "../../../shared/host/account-pictures.ts";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { hostFetch } from "../../api/host.ts";

/**
 * Returns a picture of a person as a data URL; undefined until it is loaded, and where the service has none of its
 * own. Pictures on other servers are not fetched: those servers could record which people are viewed.
 */
export function useAccountPicture(account: string, url: string | null | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["picture", account, url],
    queryFn: ({ signal }) => readPicture(account, url ?? "", signal),
    enabled: !!url,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function readPicture(account: string, url: string, signal: AbortSignal): Promise<string> {
  const response = await hostFetch(accountPicturePath(account, url), { signal });
  const picture = new Blob([await response.arrayBuffer()], {
    type: response.headers.get(imageTypeHeader) ?? "",
  });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
