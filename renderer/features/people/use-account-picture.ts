import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { fetchImage } from "../../api/fetch-image.ts";

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
  const picture = await fetchImage(accountRoutes.picture, { account, url }, signal);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
